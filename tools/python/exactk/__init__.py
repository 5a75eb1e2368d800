"""The Python side of exactk: a worker process that runs a user's top-k for the tool to judge (docs/plugins.md)."""
