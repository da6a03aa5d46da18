// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DETOUR_PATH_SELECTOR_H
#define AI_FABRIC_DETOUR_PATH_SELECTOR_H

#include "path-selector.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Lets packets go to their destination over another switch (Valiant, 1982), where the shortest way
 * would be crowded: what low-diameter networks such as dragonflies need.
 *
 * The first switch of a packet draws a host with equal probability among all; the switch of that
 * host is the candidate to go over. The policy decides, once for each packet, between
 *
 *     the minimal way   to the destination
 *     the detour        to the candidate's switch, and from there to the destination
 *
 * both by the routes of the network, FabricPacket::pathTag names the host on the way. Of several
 * ports that the routes offer, each switch takes the one with the fewest bytes queued, of all
 * lanes; a hash of flow and switch decides among equals. A packet to a host of the first switch
 * takes no detour, and one whose candidate cannot be reached goes on to its destination.
 *
 * The draw is a hash of the flow, the time at which the packet is ready and the switch, so it does
 * not depend on other packets.
 *
 * Ways double: with links that do not drop, a HopClassifier needs as many lanes as two minimal ways
 * have links between switches. Packets of a flow overtake each other, so a LossRecovery that
 * accepts packets out of order is needed: SelectiveRepeat with ReorderPackets.
 */
class DetourPathSelector : public PathSelector
{
  public:
    static constexpr uint16_t NO_PORT = UINT16_MAX;   //!< there is no way
    static constexpr uint32_t NO_DETOUR = UINT32_MAX; //!< FabricPacket::pathTag: from here on

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * When all ports of all switches are connected, and whenever routes change.
     *
     * @param groupOfHost by host index: index of the group of ports that lead to it
     * @param groups by index: port numbers of the group, ascending; may be empty
     */
    void SetForwarding(std::vector<uint32_t> groupOfHost,
                       std::vector<std::vector<uint16_t>> groups);

    /**
     * @param packet to forward; may be given a detour, or may have come to its end
     * @return its port; NO_PORT if there is no way
     */
    uint16_t Route(FabricPacket& packet);

    /**
     * Where minimal ways and detours have lanes of their own on the first link between switches.
     *
     * @param lanes by the lane on the link of the source: that of a minimal way; detours keep
     * theirs
     */
    void SetLanesOfMinimalWays(std::vector<uint8_t> lanes)
    {
        m_laneOfMinimal = std::move(lanes);
    }

    /** @return how many groups SetForwarding() was given */
    size_t GetGroupCount() const
    {
        return m_groups.size();
    }

    /** @return whether it looks at the queues of other switches, for which one thread has to do */
    bool LooksFar() const
    {
        return DoLooksFar();
    }

  protected:
    /** One of the two ways of a packet. */
    struct Way
    {
        uint32_t via;  //!< host at whose switch it ends or changes direction
        uint32_t dest; //!< host that it leads to in the end
        uint16_t port; //!< that it leaves this switch by
    };

    /** @param port number @return bytes queued there, of all lanes */
    uint64_t GetPortBytes(uint16_t port) const;

    /**
     * @param port number
     * @param lane of a packet on the link of its source
     * @param isMinimal whether the packet would be on a minimal way
     * @return bytes queued there on the lane that the packet would take
     */
    uint64_t GetLaneBytes(uint16_t port, uint8_t lane, bool isMinimal) const;

    /**
     * Follows the routes over other switches.
     *
     * @param host where to
     * @param entropy of the packet
     * @return bytes queued at the ports to switches between here and there, and the selector of the
     *         last switch; null if there is no way
     */
    std::pair<uint64_t, const DetourPathSelector*> SumQueues(uint32_t host, uint32_t entropy) const;

  private:
    static constexpr uint32_t UNDECIDED = 0; //!< of FabricPacket::pathTag

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) final;
    bool DoKeepsOrder() const final;
    bool DoWritesTags() const final;

    /**
     * The policy.
     *
     * @param packet at its first switch
     * @param minimal its shortest way
     * @param detour the other one
     * @return whether it takes the detour
     */
    virtual bool DoTakesDetour(const FabricPacket& packet,
                               const Way& minimal,
                               const Way& detour) const = 0;
    /** @return false by default */
    virtual bool DoLooksFar() const;

    void Decide(FabricPacket& packet) const;
    /** @return the port to a host with the least queue; NO_PORT if there is no way */
    uint16_t FindPort(uint32_t host, uint32_t entropy) const;
    uint16_t FindLeast(const std::vector<uint16_t>& ports, uint32_t entropy) const;

    std::vector<uint32_t> m_groupOfHost;             //!< by host index: index into m_groups
    std::vector<std::vector<uint16_t>> m_groups;     //!< port numbers, ascending
    std::vector<bool> m_isLocal;                     //!< by port: a host is there
    std::vector<const DetourPathSelector*> m_nextOf; //!< by port: of the switch there, or null
    std::vector<uint8_t> m_laneOfMinimal; //!< by lane of the source; empty: all ways share lanes
};

} // namespace ns3

#endif // AI_FABRIC_DETOUR_PATH_SELECTOR_H
