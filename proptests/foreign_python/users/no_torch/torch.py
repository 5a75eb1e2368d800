"""Stands before an installed PyTorch, so that a machine with it is like one without. Layer: proptests/foreign_python."""

raise ModuleNotFoundError("No module named 'torch'", name="torch")
