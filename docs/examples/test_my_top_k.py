"""A pytest that judges a plug-in; set EXACTK to the program and MY_TOP_K to the library."""

import os
import subprocess


def test_my_top_k_keeps_its_promise(tmp_path):
    done = subprocess.run(
        [os.environ["EXACTK"], "check", "--impl", "plugin:" + os.environ["MY_TOP_K"], "--profile", "ci-cpu",
         "--cases-dir", str(tmp_path / "cases")],
        capture_output=True, text=True)
    # 1 is a finding: the report has a line that runs each again, and its case file.
    assert done.returncode == 0, done.stdout + done.stderr
