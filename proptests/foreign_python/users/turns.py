"""Functions whose calls can be told apart, and some that change their mind.

Spec: contract/C8 C15. Layer: proptests/foreign_python.
"""

import time

calls = 0


def one(scores, lengths, k, out_indices):
    print("1")
    out_indices[:] = 0


def other(scores, lengths, k, out_indices):
    print("2")
    out_indices[:] = 0


def slow(scores, lengths, k, out_indices):
    time.sleep(0.002)
    out_indices[:] = 0


def second_best(scores, lengths, k, out_indices):
    out_indices[:] = 1


def writes_once(scores, lengths, k, out_indices):
    global calls
    calls += 1
    if calls == 1:
        out_indices[:] = 1


def raises_later(scores, lengths, k, out_indices):
    global calls
    calls += 1
    if calls > 3:
        raise ValueError("enough")
    out_indices[:] = 1
