// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "double-binary-tree-all-reduce.h"

#include "binary-tree.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DoubleBinaryTreeAllReduce);

TypeId
DoubleBinaryTreeAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DoubleBinaryTreeAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DoubleBinaryTreeAllReduce>();
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
    BinaryTree(builder.GetLayout(), first).AllReduce(builder, 0);
    BinaryTree(builder.GetLayout(), second, true).AllReduce(builder, 1);
}

} // namespace ns3
