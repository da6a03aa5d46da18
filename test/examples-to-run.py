# SPDX-License-Identifier: GPL-2.0-only
#
# The programs that ns-3's test.py runs, in a folder of its own two levels below the tree's top:
# (program and arguments, whether to run it, whether to run it under valgrind).
# One that has not been built is skipped.

cpp_examples = [
    ("ai-fabric-run ../../contrib/ai-fabric/examples/scenarios/first-light.json", "True", "False"),
    ("background-traffic-example", "True", "False"),
    ("compare-presets-example", "True", "False"),
    ("cpp-guide-example", "True", "False"),
    ("infiniband-example", "True", "False"),
    ("ns3-mpi-example", "False", "False"),  # needs mpirun; a test of the module starts it
    ("observe-example", "True", "False"),
    (
        "own-congestion-control ../../contrib/ai-fabric/examples/own-congestion-control/"
        "own-congestion-control.json",
        "True",
        "False",
    ),
    ("ring-all-reduce-example", "True", "False"),
    ("tcp-and-rdma", "True", "False"),
]

python_examples = []
