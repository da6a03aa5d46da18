// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binary-tree-all-reduce.h"

#include "binary-tree.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BinaryTreeAllReduce);

TypeId
BinaryTreeAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BinaryTreeAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BinaryTreeAllReduce>();
    return tid;
}

ChunkSizes
BinaryTreeAllReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
BinaryTreeAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    BinaryTree(builder.GetLayout(), builder.GetChannel()).AllReduce(builder, 0);
}

} // namespace ns3
