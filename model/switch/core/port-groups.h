// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_GROUPS_H
#define AI_FABRIC_PORT_GROUPS_H

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The forwarding table of a switch: each host belongs to a group of ports that lead to it. Hosts
 * share groups, so the table of a large network is small.
 */
class PortGroups
{
  public:
    /** The group does not have exactly one port. */
    static constexpr uint16_t NO_PORT = UINT16_MAX;

    /**
     * Replaces the table. Ends all redirections.
     *
     * @param groupOfHost by host index: index of the group of ports that lead to it
     * @param groups by index: port numbers of the group, ascending; may be empty
     */
    void Set(std::vector<uint32_t> groupOfHost, std::vector<std::vector<uint16_t>> groups);

    /**
     * Sends a host's packets to one port, whatever the table says. Must not be called for a host
     * that is already redirected.
     *
     * @param host host index
     * @param port port number
     */
    void Redirect(uint32_t host, uint16_t port);

    /**
     * Ends the redirection of a host.
     *
     * @param host host index
     * @return false if the host was not redirected
     */
    bool EndRedirect(uint32_t host);

    /** @param host host index @return index of its group */
    uint32_t GetGroup(uint32_t host) const
    {
        return m_groupOfHost[host];
    }

    /** @param group index of a group @return its port if it has exactly one, else NO_PORT */
    uint16_t GetOnlyPort(uint32_t group) const
    {
        return m_onlyPort[group];
    }

    /** @param group index of a group @return its port numbers, ascending */
    const std::vector<uint16_t>& GetPorts(uint32_t group) const
    {
        return m_groups[group];
    }

  private:
    std::vector<uint32_t> m_groupOfHost;         //!< by host index: index into m_groups
    std::vector<std::vector<uint16_t>> m_groups; //!< port numbers, ascending
    std::vector<uint16_t> m_onlyPort;            //!< by group: see GetOnlyPort()
    /** By redirected host: the group without the redirection. */
    std::map<uint32_t, uint32_t> m_redirected;
};

} // namespace ns3

#endif // AI_FABRIC_PORT_GROUPS_H
