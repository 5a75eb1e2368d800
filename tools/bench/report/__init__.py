# The parts of report.py: tables read and checked, goals, verdicts, and the sections of the page.
# Spec: contract/C15. Layer: tools/bench.
