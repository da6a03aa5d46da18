// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "input-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InputArbiter);

TypeId
InputArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InputArbiter").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
InputArbiter::DoIsNeeded() const
{
    return true;
}

void
InputArbiter::ChooseEach(uint32_t lanes, std::vector<PacketFifo>& queues)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
    {
        PacketFifo& queue = queues[__builtin_ctz(rest)];
        if (HasContenders(queue))
        {
            ChooseAmong(queue);
        }
    }
}

void
InputArbiter::ChooseAmong(PacketFifo& queue)
{
    MoveToFront(queue, DoSelect(GetContenders(queue)));
}

} // namespace ns3
