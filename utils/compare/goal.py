#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (c) 2026 The ai-fabric developers
"""The messages of doc/ideal-network.rst as GOAL, to compare times of computation with LogGOPSim.

    goal.py ring|all-to-all HOSTS BYTES > messages.goal
"""

import sys
from typing import Iterator


def ring(hosts: int, size: int) -> Iterator[str]:
    """All-reduce in a ring: 2 (n - 1) messages to the next host, each after the one before arrived."""
    for rank in range(hosts):
        yield f"rank {rank} {{"
        for step in range(2 * (hosts - 1)):
            yield f"s{step}: send {size // hosts}b to {(rank + 1) % hosts} tag {step}"
            yield f"r{step}: recv {size // hosts}b from {(rank - 1) % hosts} tag {step}"
            if step > 0:
                yield f"s{step} requires r{step - 1}"
        yield "}"


def all_to_all(hosts: int, size: int) -> Iterator[str]:
    """A message to each other host, all at once."""
    for rank in range(hosts):
        yield f"rank {rank} {{"
        for distance in range(1, hosts):
            yield f"s{distance}: send {size}b to {(rank + distance) % hosts}"
            yield f"r{distance}: recv {size}b from {(rank - distance) % hosts}"
        yield "}"


def main() -> None:
    """Writes the messages that the command line names."""
    kinds = {"ring": ring, "all-to-all": all_to_all}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    hosts, size = int(sys.argv[2]), int(float(sys.argv[3]))
    print(f"num_ranks {hosts}")
    for line in kinds[sys.argv[1]](hosts, size):
        print(line)


if __name__ == "__main__":
    main()
