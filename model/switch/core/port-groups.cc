// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "port-groups.h"

#include <utility>

namespace ns3
{

void
PortGroups::Set(std::vector<uint32_t> groupOfHost, std::vector<std::vector<uint16_t>> groups)
{
    m_groupOfHost = std::move(groupOfHost);
    m_groups = std::move(groups);
    m_redirected.clear();
    m_onlyPort.clear();
    for (const auto& ports : m_groups)
    {
        m_onlyPort.push_back(ports.size() == 1 ? ports.front() : NO_PORT);
    }
}

void
PortGroups::Redirect(uint32_t host, uint16_t port)
{
    m_redirected.emplace(host, m_groupOfHost[host]);
    m_groupOfHost[host] = static_cast<uint32_t>(m_groups.size());
    m_groups.push_back({port});
    m_onlyPort.push_back(port);
}

bool
PortGroups::EndRedirect(uint32_t host)
{
    const auto before = m_redirected.find(host);
    if (before == m_redirected.end())
    {
        return false;
    }
    m_groupOfHost[host] = before->second;
    m_redirected.erase(before);
    return true;
}

} // namespace ns3
