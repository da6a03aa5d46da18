// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-trace-workload.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CollectiveTraceWorkload);

TypeId
CollectiveTraceWorkload::GetTypeId()
{
    static TypeId tid = CollectiveChoices::AddAttributes(
        TypeId("ns3::CollectiveTraceWorkload").SetParent<TraceWorkload>().SetGroupName("AiFabric"),
        &CollectiveTraceWorkload::m_collectives,
        {CollectiveOperation::ALL_REDUCE,
         CollectiveOperation::ALL_GATHER,
         CollectiveOperation::REDUCE_SCATTER,
         CollectiveOperation::ALL_TO_ALL});
    return tid;
}

TypeId
CollectiveTraceWorkload::AddRootedOperations(TypeId tid)
{
    return CollectiveChoices::AddAttributes(tid,
                                            &CollectiveTraceWorkload::m_collectives,
                                            {CollectiveOperation::BROADCAST,
                                             CollectiveOperation::REDUCE,
                                             CollectiveOperation::GATHER,
                                             CollectiveOperation::SCATTER,
                                             CollectiveOperation::BARRIER});
}

} // namespace ns3
