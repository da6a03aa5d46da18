// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVICE_LANES_H
#define AI_FABRIC_SERVICE_LANES_H

#include "ns3/fabric-topology.h"
#include "ns3/sl-to-vl-map.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Which lane a packet of a service level takes on each of its links: the SL-to-VL maps of hosts and
 * switches as plain data.
 *
 *     first link   the host's map, or the lane of the number of the level
 *     next link    the map of the two ports; else that of all switches; else the lane of the number
 *                  of the level, if this switch has maps of other ports; else the lane that it has
 *
 * That is what RdmaNic and FabricSwitch do.
 */
class ServiceLanes
{
  public:
    /** A map of a pair of ports of a switch, by the links of these ports. */
    struct PairMap
    {
        uint32_t node; //!< node id of the switch
        uint32_t from; //!< link id: where packets come in
        uint32_t to;   //!< link id: where they leave
        SlToVlMap map; //!< of these packets
    };

    /**
     * @param dataLanes of every link: 1, 2, 4, 8 or 15
     * @param lossless bit n: packets on lane n wait for room at the other end
     */
    explicit ServiceLanes(uint32_t dataLanes = PRIORITY_COUNT, uint32_t lossless = UINT32_MAX);

    /** @param map of all hosts */
    void SetHostMap(const SlToVlMap& map);

    /** @param map of all switches */
    void SetSwitchMap(const SlToVlMap& map);

    /** @param map of a pair of ports, in place of an earlier one of the same */
    void SetPairMap(const PairMap& map);

    /**
     * Packets change lanes by hop, see HopClassifier, and by no map.
     *
     * @param topology of which
     */
    void SetByHop(const FabricTopology& topology);

    /** @return how many lanes each link has for data */
    uint32_t GetDataLanes() const
    {
        return m_dataLanes;
    }

    /** @param lane any @return whether its packets wait for room */
    bool IsLossless(uint8_t lane) const
    {
        return m_lossless >> lane & 1;
    }

    /** @return whether packets have one lane all the way, that of the number of their level */
    bool KeepsLanes() const
    {
        return !m_host && !m_switch && m_pairs.empty() && m_joinsSwitches.empty();
    }

    /** @param level of service @return the lane on the link of the host, or SlToVlMap::DISCARD */
    uint8_t GetFirst(uint8_t level) const;

    /**
     * @param first lane on the link of a host
     * @return lane on the first link between switches of a minimal way where others take detours
     */
    uint8_t GetFirstOfMinimalWay(uint8_t first) const;

    /**
     * @param node node id of a switch
     * @param from link id: where the packet came in
     * @param to link id: where it leaves
     * @param level of service
     * @param lane that it came in on
     * @return the lane that it leaves on, or SlToVlMap::DISCARD
     */
    uint8_t GetNext(uint32_t node, uint32_t from, uint32_t to, uint8_t level, uint8_t lane) const;

  private:
    uint32_t m_dataLanes;
    uint32_t m_lossless;             //!< bit n: lane n is
    std::optional<SlToVlMap> m_host; //!< of all hosts; none: not set
    /** Of all switches, for pairs without their own; none: not set. */
    std::optional<SlToVlMap> m_switch;
    std::map<std::array<uint32_t, 3>, SlToVlMap> m_pairs; //!< by node, link in, link out
    std::set<uint32_t> m_withPairs;                       //!< node ids
    std::vector<bool> m_joinsSwitches; //!< by link id, if packets change lanes by hop
};

/**
 * @ingroup ai-fabric-routing
 * Reads SL-to-VL maps of pairs of ports, one per line; a later line replaces an earlier one:
 *
 *     # switch  from     to       lanes of service levels 0, 1, ...
 *     switch0   switch2  switch1  1,1,3
 *     leaf1     *        spine0   0,2,2
 *
 * Nodes go by their names in the topology. A neighbour stands for all parallel links to it, * for
 * all ports. The lanes are those of SlToVlMap, without blanks. What follows a # is a comment. Pairs
 * without a line keep FabricSwitch::SlToVl.
 *
 * @param path of the file
 * @param topology whose switches the maps are for
 * @return the maps, in the order of the lines
 * @throw InputError with file and line
 */
std::vector<ServiceLanes::PairMap> ReadSlToVlFile(const std::string& path,
                                                  const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_SERVICE_LANES_H
