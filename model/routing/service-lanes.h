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
 * The lane of a packet of a service level on each of its links: the SL-to-VL maps of hosts and
 * switches as plain data.
 *
 *     first link   the host's map, or the lane of the number of the level
 *     next link    the map of the two ports; else that of all switches; else the lane of the number
 *                  of the level, if this switch has maps of other ports; else the lane that it has
 *
 * RdmaNic and FabricSwitch follow the same rules.
 */
class ServiceLanes
{
  public:
    /** A map of a pair of ports of a switch, identified by the links of these ports. */
    struct PairMap
    {
        uint32_t node; //!< node id of the switch
        uint32_t from; //!< link id of the input
        uint32_t to;   //!< link id of the output
        SlToVlMap map; //!< map of these packets
    };

    /**
     * @param dataLanes number of data lanes of every link: 1, 2, 4, 8 or 15
     * @param lossless bit n: packets on lane n wait for room at the other end
     */
    explicit ServiceLanes(uint32_t dataLanes = PRIORITY_COUNT, uint32_t lossless = UINT32_MAX);

    /** @param map map of all hosts */
    void SetHostMap(const SlToVlMap& map);

    /** @param map map of all switches */
    void SetSwitchMap(const SlToVlMap& map);

    /** @param map map of a pair of ports; replaces an earlier map of the pair */
    void SetPairMap(const PairMap& map);

    /**
     * Packets change lanes by hop, see HopClassifier, and not by maps.
     *
     * @param topology topology of the network
     */
    void SetByHop(const FabricTopology& topology);

    /** @return number of data lanes of each link */
    uint32_t GetDataLanes() const
    {
        return m_dataLanes;
    }

    /**
     * @param lane lane number
     * @return true if its packets wait for room
     */
    bool IsLossless(uint8_t lane) const
    {
        return m_lossless >> lane & 1;
    }

    /**
     * @return true if packets keep one lane on the whole path, the lane with the number of their
     * level
     */
    bool KeepsLanes() const
    {
        return !m_host && !m_switch && m_pairs.empty() && m_joinsSwitches.empty();
    }

    /**
     * @param level service level
     * @return lane on the link of the host, or SlToVlMap::DISCARD
     */
    uint8_t GetFirst(uint8_t level) const;

    /**
     * @param first lane on the link of a host
     * @return lane on the first link between switches for a minimal path, in networks with detours
     */
    uint8_t GetFirstOfMinimalWay(uint8_t first) const;

    /**
     * @param node node id of a switch
     * @param from link id of the input
     * @param to link id of the output
     * @param level service level
     * @param lane lane on the input link
     * @return lane on the output link, or SlToVlMap::DISCARD
     */
    uint8_t GetNext(uint32_t node, uint32_t from, uint32_t to, uint8_t level, uint8_t lane) const;

  private:
    uint32_t m_dataLanes;
    uint32_t m_lossless;             //!< bit n: lane n is lossless
    std::optional<SlToVlMap> m_host; //!< map of all hosts; none: not set
    /** Map of all switches, for pairs without their own map; none: not set. */
    std::optional<SlToVlMap> m_switch;
    std::map<std::array<uint32_t, 3>, SlToVlMap> m_pairs; //!< by node, link in, link out
    /** Node ids of switches with maps of pairs. */
    std::set<uint32_t> m_withPairs;
    std::vector<bool> m_joinsSwitches; //!< by link id, if packets change lanes by hop; else empty
};

/**
 * @ingroup ai-fabric-routing
 * Reads SL-to-VL maps of pairs of ports, one per line; a later line replaces an earlier one:
 *
 *     # switch  from     to       lanes of service levels 0, 1, ...
 *     switch0   switch2  switch1  1,1,3
 *     leaf1     *        spine0   0,2,2
 *
 * Nodes are given by their names in the topology. A neighbour stands for all parallel links to it,
 * * for all ports. The lanes are those of SlToVlMap, without blanks. Text after a # is a comment.
 * Pairs without a line keep FabricSwitch::SlToVl.
 *
 * @param path of the file
 * @param topology topology with the switches
 * @return maps in the order of the lines
 * @throw InputError with file and line
 */
std::vector<ServiceLanes::PairMap> ReadSlToVlFile(const std::string& path,
                                                  const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_SERVICE_LANES_H
