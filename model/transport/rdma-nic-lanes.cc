// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Service levels, lanes and DSCPs of an RdmaNic.

#include "rdma-nic.h"

#include "ns3/input-error.h"

namespace ns3
{

void
RdmaNic::SetPriorityToDscp(std::string map)
{
    m_dscpOfPriority = PriorityToDscpMap(map, "RdmaNic PriorityToDscp");
}

std::string
RdmaNic::GetPriorityToDscp() const
{
    return m_dscpOfPriority.ToString();
}

void
RdmaNic::SetSlToVl(std::string map)
{
    m_hasSlToVl = !map.empty();
    m_slToVl = m_hasSlToVl ? SlToVlMap(map, "RdmaNic SlToVl") : SlToVlMap();
}

std::string
RdmaNic::GetSlToVl() const
{
    return m_hasSlToVl ? m_slToVl.ToString() : "";
}

/** Throws if packets of a service level have no lane. @param what is sent in it */
void
RdmaNic::CheckLevel(uint8_t level, const std::string& what) const
{
    const std::string who = "host " + std::to_string(m_host) + ": " + what +
                            " of priority or service level " + std::to_string(level);
    const uint32_t lanes = m_port->GetFlowControl().GetDataLanes();
    if (level >= (m_hasSlToVl ? SlToVlMap::LEVEL_COUNT : lanes))
    {
        throw InputError(who + "; expected 0 to " + std::to_string(lanes - 1) +
                         ", or to 15 with RdmaNic SlToVl");
    }
    if (m_slToVl[level] == SlToVlMap::DISCARD)
    {
        throw InputError(who + " would be discarded by RdmaNic SlToVl; expected one with a lane "
                               "other than 15");
    }
}

/**
 * Throws if what a queue pair of that congestion control answers to messages of a level has no
 * lane.
 */
void
RdmaNic::CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const
{
    if (m_ackLevel >= 0)
    {
        CheckLevel(static_cast<uint8_t>(m_ackLevel), "acknowledgements");
    }
    if (congestionControl.GetNeeds().marks && !m_cnpOnAck)
    {
        CheckLevel(GetCnpServiceLevel(level), "congestion notifications");
    }
}

void
RdmaNic::CheckLanes(uint8_t level) const
{
    if (m_serviceLevel.IsNull())
    {
        CheckLevel(level, "data");
    }
    CheckAnswers(*m_congestionControlFactory.Create<RdmaCongestionControl>(), level);
}

uint8_t
RdmaNic::GetCnpServiceLevel(uint8_t level) const
{
    constexpr uint8_t ROCE_CNP_LEVEL = 6;
    if (m_cnpLevel >= 0)
    {
        return static_cast<uint8_t>(m_cnpLevel);
    }
    const bool ofInfiniBand =
        m_rdmaFraming && m_rdmaFraming->GetCnpOpcode() == RdmaOpcode::CNP_INFINIBAND;
    return ofInfiniBand ? level : ROCE_CNP_LEVEL;
}

} // namespace ns3
