"""A module that cannot be imported. Layer: proptests/foreign_python."""

raise LookupError("no such thing")
