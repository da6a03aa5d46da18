// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>

#ifdef AI_FABRIC_RUN

using namespace ns3;

// A permutation closes a ring of credits before the first message between the two stages is
// through: the critical path then ends in one that has no length, and nothing like it has one.
// (With inputs served in turn the ring stays open.)
TEST(UnfinishedTraining, HasACriticalPathToWhereItStands)
{
    const TemporaryFile file(R"({
"topology": {"type": "ring", "switches": 4, "hostsPerSwitch": 3, "rate": "25Gbps",
             "ringRate": "10Gbps", "delay": "500ns"},
"fabric": {"type": "infiniband", "flowControl": {"dataLanes": 4}, "nic": {"cnpPriority": 3},
           "inputArbiter": "fifo", "retransmissionTimer": "local-ack-timer"},
"workload": [{"type": "training", "sequence": 128, "ringAttention": true,
              "model": {"type": "transformer", "layers": 2, "hidden": 128, "sequence": 32},
              "parallel": {"tensor": 1, "pipeline": 2}},
             {"type": "permutation", "bytes": 300000, "start": "1us"}],
"stallTime": "5ms"})");
    const TemporaryFolder folder;
    const auto outcome = RunScenario(file.GetPath() + " --quiet --no-figure --seed 2 --output " +
                                     folder.GetPath() + "/out");
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "deadlock: "));
    EXPECT_NE(Read(folder.GetPath() + "/out/critical-path.csv"), "");
}

#endif // AI_FABRIC_RUN
