// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DETOUR_PATH_SELECTOR_H
#define AI_FABRIC_DETOUR_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/detour-router.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Sends packets to their destination via another switch (Valiant, 1982) where the shortest path is
 * crowded, as low-diameter networks such as dragonflies need.
 *
 * The first switch of a packet draws a host, all hosts with equal probability; the switch of that
 * host is the candidate for a detour. The policy decides, once for each packet, between
 *
 *     the minimal path  to the destination
 *     the detour        to the candidate's switch, and from there to the destination
 *
 * both by the routes of the network; FabricPacket::pathTag names the intermediate host. If the
 * routes offer several ports, each switch takes the port with the fewest bytes queued over all
 * lanes; among equal ports a hash of flow and switch decides. A packet to a host of the first
 * switch takes no detour. A packet whose candidate cannot be reached goes on to its destination.
 *
 * The draw is a hash of the flow, the time at which the packet is ready and the switch, so the draw
 * does not depend on other packets.
 *
 * Detours double the path length: on lossless links a HopClassifier needs as many lanes as two
 * minimal paths have links between switches. Packets of a flow overtake each other, so the
 * transport needs a LossRecovery that accepts packets out of order: SelectiveRepeat with
 * ReorderPackets.
 */
class DetourPathSelector : public PathSelector, public DetourRouter
{
  public:
    /** FabricPacket::pathTag: no detour from here on. */
    static constexpr uint32_t NO_DETOUR = UINT32_MAX;

    /** @return the TypeId */
    static TypeId GetTypeId();

    void SetForwarding(const std::vector<uint32_t>& groupOfHost,
                       const std::vector<std::vector<uint16_t>>& groups) final;
    void SetLanesOfMinimalPaths(const std::vector<uint8_t>& lanes) final;
    uint16_t Route(FabricPacket& packet) final;

  protected:
    /** One of the two paths of a packet. */
    struct Way
    {
        uint32_t via;  //!< host at whose switch the path ends or turns to the destination
        uint32_t dest; //!< destination host
        uint16_t port; //!< port by which the path leaves this switch
    };

    /**
     * @param port port number
     * @return bytes queued at the port, all lanes together
     */
    uint64_t GetPortBytes(uint16_t port) const;

    /**
     * @param port port number
     * @param lane lane of the packet on the link of its source
     * @param isMinimal true if the packet takes a minimal path, false for a detour
     * @return bytes queued at the port on the lane that the packet would take
     */
    uint64_t GetLaneBytes(uint16_t port, uint8_t lane, bool isMinimal) const;

    /**
     * Sums the queues along the routes to a host, over other switches.
     *
     * @param host index of the destination host
     * @param entropy entropy of the packet
     * @return bytes queued at the ports to switches on the path, and the path selector of the last
     * switch; null if no path exists
     */
    std::pair<uint64_t, const DetourPathSelector*> SumQueues(uint32_t host, uint32_t entropy) const;

  private:
    /** FabricPacket::pathTag: the first switch has not decided yet. */
    static constexpr uint32_t UNDECIDED = 0;

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) final;
    bool DoKeepsOrder() const final;
    bool DoWritesTags() const final;
    DetourRouter* DoGetDetours() final;

    /**
     * The decision of the policy.
     *
     * @param packet packet at its first switch
     * @param minimal shortest path
     * @param detour path over the candidate
     * @return true if the packet takes the detour
     */
    virtual bool DoTakesDetour(const FabricPacket& packet,
                               const Way& minimal,
                               const Way& detour) const = 0;

    void Decide(FabricPacket& packet) const;
    /** @return port to the host with the shortest queue; NO_PORT if no path exists */
    uint16_t FindPort(uint32_t host, uint32_t entropy) const;
    uint16_t FindLeast(const std::vector<uint16_t>& ports, uint32_t entropy) const;

    std::vector<uint32_t> m_groupOfHost;         //!< by host index: index into m_groups
    std::vector<std::vector<uint16_t>> m_groups; //!< port numbers, ascending
    /** By port: true if a host is at its other end. */
    std::vector<bool> m_isLocal;
    /** By port: selector of the switch at its other end, or null. */
    std::vector<const DetourPathSelector*> m_nextOf;
    std::vector<uint8_t> m_laneOfMinimal; //!< by lane of the source; empty: all paths share lanes
};

} // namespace ns3

#endif // AI_FABRIC_DETOUR_PATH_SELECTOR_H
