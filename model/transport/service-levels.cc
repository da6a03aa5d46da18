// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "service-levels.h"

#include "ns3/input-error.h"

#include <utility>

namespace ns3
{

void
ServiceLevels::SetLanes(const std::string& owner, const FabricNetDevice& port)
{
    m_owner = owner;
    m_laneMask = port.GetFlowControl().GetDataLaneMask();
    m_lanes = port.GetFlowControl().GetDataLanes();
}

void
ServiceLevels::CheckLevel(uint8_t level, const char* what) const
{
    const auto describe = [&] {
        return m_owner + ": " + what + " of priority or service level " + std::to_string(level);
    };
    if (level >= (m_hasSlToVl ? SlToVlMap::LEVEL_COUNT : m_lanes))
    {
        throw InputError(describe() + "; expected 0 to " + std::to_string(m_lanes - 1) +
                         ", or to 15 with RdmaNic SlToVl");
    }
    if (m_slToVl[level] == SlToVlMap::DISCARD)
    {
        throw InputError(describe() + " would be discarded by RdmaNic SlToVl; expected a level "
                                      "with a lane other than 15");
    }
}

void
ServiceLevels::CheckAckLevel() const
{
    if (m_ackLevel >= 0)
    {
        CheckLevel(static_cast<uint8_t>(m_ackLevel), "acknowledgements");
    }
}

uint8_t
ServiceLevels::GetCnpServiceLevel(uint8_t level) const
{
    constexpr uint8_t ROCE_CNP_LEVEL = 6;
    if (m_cnpLevel >= 0)
    {
        return static_cast<uint8_t>(m_cnpLevel);
    }
    return m_isInfiniBand ? level : ROCE_CNP_LEVEL;
}

void
ServiceLevels::SetPriorityToDscp(std::string map)
{
    m_dscpOfPriority = PriorityToDscpMap(map, "RdmaNic PriorityToDscp");
}

std::string
ServiceLevels::GetPriorityToDscp() const
{
    return m_dscpOfPriority.ToString();
}

void
ServiceLevels::SetSlToVl(std::string map)
{
    m_hasSlToVl = !map.empty();
    m_slToVl = m_hasSlToVl ? SlToVlMap(map, "RdmaNic SlToVl") : SlToVlMap();
}

std::string
ServiceLevels::GetSlToVl() const
{
    return m_hasSlToVl ? m_slToVl.ToString() : "";
}

} // namespace ns3
