# The goals that a report holds times against, and what differences are noise.
# Spec: contract/C15. Layer: tools/bench.

from typing import NamedTuple, Optional


class Goal(NamedTuple):
    """Least, median and greatest ratio to the floor over the cells of a region."""
    minimum: float
    median: float
    maximum: float


class RegionGoals(NamedTuple):
    plain: Goal
    pdl: Optional[Goal]  # launched by programmatic dependent launch; None: nothing else was asked for


GOAL_KS = (512, 2048)  # convention: the project's goals are set for these k

# convention: the project's goals. The names are those of compare_peers.region().
REGIONS = {
    "rows <= 128, n <= 16K": RegionGoals(Goal(1.5, 1.9, 2.6), Goal(1.15, 1.4, 2.1)),
    "rows <= 8, n 32K to 262K": RegionGoals(Goal(2.2, 2.7, 3.7), Goal(1.8, 2.3, 3.1)),
    "rows <= 8, n = 1M": RegionGoals(Goal(1.7, 2.4, 4.0), Goal(1.6, 2.0, 3.6)),
    "rows 32 to 128, n >= 32K": RegionGoals(Goal(1.2, 1.6, 2.6), Goal(1.1, 1.4, 2.2)),
    "rows >= 256, n <= 8192": RegionGoals(Goal(1.3, 1.6, 2.0), None),
    "rows >= 256, n >= 16K": RegionGoals(Goal(1.08, 1.22, 1.6), None),
}

HOSTILE_EACH = 1.6  # convention: the project's goals; every cell against normal scores
HOSTILE_MEDIAN = 1.3  # convention: the project's goals; of each kind of scores
RAGGED = 1.3  # convention: the project's goals; uneven lengths against even ones
WIDTH = 1.15  # convention: the project's goals; planned for the great width against the own one
TYPES_BOUND = 0.65  # convention: the project's goals; 16 bits against float32 where bytes bound it
TYPES_EACH = 1.0  # convention: the project's goals; 16 bits are never slower than float32
# bound: float32 in r floors takes r - 1/2 floors if half of its bytes are saved and nothing else, which is TYPES_BOUND
# of before where r = 1 / (2 (1 - TYPES_BOUND)). Slower cells could not reach it by their bytes alone.
TYPES_BOUND_RATIO = 1 / (2 * (1 - TYPES_BOUND))
SAWTOOTH = 1.0  # convention: the project's goals; no more than the neighbour at the power of two
TIES = 1.0  # convention: what the suite asks; ties high should cost what ties low do
REGRET = 1.05  # convention: the project's goals; automatic plan / best plan

NOISE = 0.04  # measured: README.md beside the benches, between tables of one commit
NOISE_SHORT = 0.15  # measured: the same, where both times are short
SHORT_US = 3.0  # measured: the same
