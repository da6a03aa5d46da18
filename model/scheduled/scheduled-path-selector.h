// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_PATH_SELECTOR_H
#define AI_FABRIC_SCHEDULED_PATH_SELECTOR_H

#include "link-shares.h"

#include "ns3/path-selector.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * The links of a switch of a scheduled fabric. Packets that the switch passes on, or makes, take
 * the links to a host in turn, in proportion to the rate that the link and the links behind it
 * carry (LinkShares). A packet from a host gets the port of its hash, to which it is charged while
 * it waits; ScheduledStage, which brings this path selector, sends it by another port.
 */
class ScheduledPathSelector final : public PathSelector
{
  public:
    /** Links to a host behind another leaf. */
    struct Ways
    {
        /** Value of SwitchContext::GetForwardingEpoch() when this was computed. */
        uint64_t asOf{UINT64_MAX};
        uint64_t carriedbps{0}; //!< rate of all these links together, in bit/s
        uint32_t turn{0};       //!< next turn of the packets that this switch only passes on
        LinkShares shares;      //!< share of each link
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    ScheduledPathSelector();

    /** @param port port number @return true if the port leads to a host */
    bool IsOutput(uint16_t port) const
    {
        return m_leadsToHost[port] != 0;
    }

    /** @param host host index @return true if the host is behind a port of this switch */
    bool LeadsTo(uint32_t host) const;

    /** @param host index of a host of another leaf @return links to the host as they are now */
    Ways& GetWays(uint32_t host);

    /** @return transport number of the packets that switches of a scheduled fabric make */
    uint8_t GetTransport() const
    {
        return m_transport;
    }

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    void DoStart() override;

    uint64_t GetBehindbps(uint16_t port, uint32_t host, uint32_t depth = 0) const;
    static const ScheduledPathSelector* FindPeer(const FabricNetDevice& port);

    std::vector<uint8_t> m_leadsToHost;                //!< by port: 1 if it leads to a host
    std::vector<const ScheduledPathSelector*> m_peers; //!< by port; null: it leads to a host
    std::vector<uint32_t> m_waysOfHost; //!< by host: number in m_ways plus 1; 0: none yet
    std::deque<Ways> m_ways;
    uint8_t m_transport;
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_PATH_SELECTOR_H
