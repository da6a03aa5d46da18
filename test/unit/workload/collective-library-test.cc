// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "make-object.h"

#include "ns3/collective-library.h"
#include "ns3/ring-collectives.h"
#include "ns3/string.h"
#include "ns3/training-workload.h"
#include "ns3/two-level-collectives.h"

using namespace ns3;

namespace
{

using Operation = CollectiveOperation;

/** Four ranks in two servers: 0 and 1, 2 and 3. */
class CollectiveLibraryTest : public FabricTest
{
  protected:
    CollectiveLibrary m_library{{CreateObject<TwoLevelAllReduce>()}, {5, 5, 9, 9}};
};

} // namespace

TEST_F(CollectiveLibraryTest, LikeGroupsHaveOneGraph)
{
    const auto one = m_library.Get(Operation::ALL_REDUCE, {0, 1}, 1000);
    EXPECT_EQ(one, m_library.Get(Operation::ALL_REDUCE, {3, 2}, 1000));
    EXPECT_NE(one, m_library.Get(Operation::ALL_REDUCE, {0, 2}, 1000)) << "two servers";
    EXPECT_NE(one, m_library.Get(Operation::ALL_REDUCE, {0, 1}, 1001));
    EXPECT_NE(one, m_library.Get(Operation::SHIFT, {0, 1}, 1000));
    EXPECT_EQ(m_library.Get(Operation::ALL_REDUCE, {0, 1, 2, 3}, 1000),
              m_library.Get(Operation::ALL_REDUCE, {2, 3, 0, 1}, 1000));
    EXPECT_NE(m_library.Get(Operation::ALL_REDUCE, {0, 1, 2, 3}, 1000),
              m_library.Get(Operation::ALL_REDUCE, {0, 2, 1, 3}, 1000))
        << "who shares a server with whom";
}

TEST_F(CollectiveLibraryTest, AShiftSendsAllToTheNextRank)
{
    const auto graph = m_library.Get(Operation::SHIFT, {3, 0, 2}, 77);
    uint32_t sends = 0;
    for (const auto& node : graph->GetNodes())
    {
        if (node.kind == CommunicationGraph::Kind::SEND)
        {
            EXPECT_EQ(node.peer, (node.rank + 1) % 3);
            EXPECT_EQ(node.bytes, 77U);
            ++sends;
        }
    }
    EXPECT_EQ(sends, 3U);
}

TEST_F(CollectiveLibraryTest, ChoicesAreAttributesThatCanBeReadBack)
{
    const auto training = CreateObject<TrainingWorkload>();
    ObjectFactoryValue value;
    training->GetAttribute("AllReduce", value);
    EXPECT_EQ(value.Get().GetTypeId(), RingAllReduce::GetTypeId());
    training->SetAttribute("AllReduce", StringValue("ns3::TwoLevelAllReduce"));
    training->GetAttribute("AllReduce", value);
    EXPECT_EQ(value.Get().GetTypeId(), TwoLevelAllReduce::GetTypeId());
    training->GetAttribute("AllGather", value);
    EXPECT_EQ(value.Get().GetTypeId().GetName(), "ns3::RingAllGather");
}
