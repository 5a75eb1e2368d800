"""A module that imports what nobody has. Layer: proptests/foreign_python."""

import exactk_no_such_package
