"""Users' modules for the tests of the Python worker, right ones and broken ones."""
