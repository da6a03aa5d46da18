// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "vl-arbiter.h"

#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VlArbiter");

NS_OBJECT_ENSURE_REGISTERED(VlArbiter);

TypeId
VlArbiter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VlArbiter")
            .SetParent<EgressArbiter>()
            .SetGroupName("AiFabric")
            .AddConstructor<VlArbiter>()
            .AddAttribute("HighTable",
                          "Lanes and weights of high priority, such as \"0:4,1:0,2:64\": VL 0 to "
                          "14, weight 0 (skip) to 255 in 64 B; at most 64 entries.",
                          StringValue("0:4,1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,"
                                      "13:0,14:0"),
                          MakeStringAccessor(&VlArbiter::SetHighTable, &VlArbiter::GetHighTable),
                          MakeStringChecker())
            .AddAttribute("LowTable",
                          "Lanes and weights of low priority, in the format of HighTable.",
                          StringValue("0:0,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,"
                                      "13:4,14:4"),
                          MakeStringAccessor(&VlArbiter::SetLowTable, &VlArbiter::GetLowTable),
                          MakeStringChecker())
            .AddAttribute("HighLimit",
                          "Limit of high priority before low priority has a turn, in 4096 B; 0: "
                          "one packet, 255: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VlArbiter::SetHighLimit, &VlArbiter::GetHighLimit),
                          MakeUintegerChecker<uint8_t>());
    return tid;
}

uint32_t
VlArbiter::DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues)
{
    if (eligible >> MANAGEMENT_LANE)
    {
        return MANAGEMENT_LANE;
    }
    const uint32_t low = eligible & m_low.GetLanes();
    if (eligible & m_high.GetLanes())
    {
        const bool chance = m_highLeftBlocks <= 0;
        if (chance)
        {
            m_highLeftBlocks = m_highBlocks;
        }
        if (!chance || !low)
        {
            const uint32_t lane = m_high.Select(eligible, queues);
            m_highLeftBlocks -= VlArbitrationTable::GetBlocks(queues[lane].Front());
            return lane;
        }
    }
    if (low)
    {
        m_highLeftBlocks = m_highBlocks;
        return m_low.Select(eligible, queues);
    }
    return 31 - __builtin_clz(eligible);
}

void
VlArbiter::DoSetDataLanes(uint32_t dataLanes)
{
    m_laneMask = GetLaneMask(dataLanes);
    m_high.SetLaneMask(m_laneMask);
    m_low.SetLaneMask(m_laneMask);
}

void
VlArbiter::SetHighTable(std::string table)
{
    NS_LOG_FUNCTION(this << table);
    m_high = VlArbitrationTable(table, "VlArbiter HighTable");
    m_high.SetLaneMask(m_laneMask);
}

std::string
VlArbiter::GetHighTable() const
{
    return m_high.ToString();
}

void
VlArbiter::SetLowTable(std::string table)
{
    NS_LOG_FUNCTION(this << table);
    m_low = VlArbitrationTable(table, "VlArbiter LowTable");
    m_low.SetLaneMask(m_laneMask);
}

std::string
VlArbiter::GetLowTable() const
{
    return m_low.ToString();
}

void
VlArbiter::SetHighLimit(uint8_t limit)
{
    NS_LOG_FUNCTION(this << +limit);
    constexpr int64_t BLOCKS = LIMIT_BYTES / VlArbitrationTable::BLOCK_BYTES;
    m_highLimit = limit;
    m_highBlocks = limit == 0           ? 1 // every packet has at least one block
                   : limit == UNLIMITED ? std::numeric_limits<int64_t>::max()
                                        : limit * BLOCKS;
    m_highLeftBlocks = m_highBlocks;
}

uint8_t
VlArbiter::GetHighLimit() const
{
    return m_highLimit;
}

} // namespace ns3
