// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "double-binary-tree-all-reduce.h"

#include "binary-tree.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DoubleBinaryTreeAllReduce);

TypeId
DoubleBinaryTreeAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DoubleBinaryTreeAllReduce")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<DoubleBinaryTreeAllReduce>()
            .AddAttribute(
                "TurnBytes",
                "Messages of at least this size wait until the receiver's message of the previous "
                "step has left its sender, so that a late rank does not delay the others.",
                UintegerValue(CollectiveBuilder::TURN_BYTES),
                MakeUintegerAccessor(&DoubleBinaryTreeAllReduce::m_turnBytes),
                MakeUintegerChecker<uint64_t>());
    return tid;
}

ChunkSizes
DoubleBinaryTreeAllReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 2);
}

void
DoubleBinaryTreeAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t first = builder.GetChannel();
    const uint32_t second = builder.GetChannels() + builder.GetChannel();
    builder.SetTurns(m_turnBytes);
    BinaryTree::AllReduce(
        builder,
        {BinaryTree(builder.GetLayout(), first), BinaryTree(builder.GetLayout(), second, true)},
        0);
}

} // namespace ns3
