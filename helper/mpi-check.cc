// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mpi-check.h"

#include "ns3/input-error.h"
#include "ns3/mpi-messages.h"
#include "ns3/rank-link.h"

#include <set>
#include <string>

namespace ns3
{

void
CheckMpiRanks(const FabricNetwork& network)
{
    if (!MpiMessages::AreInUse())
    {
        return;
    }
    std::set<uint32_t> ranks;
    for (const auto& nodes : {network.hosts, network.switches})
    {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            const uint32_t rank = (*node)->GetSystemId();
            ranks.insert(rank);
            if (rank >= MpiMessages::CountRanks())
            {
                throw InputError("node " + std::to_string((*node)->GetId()) + ": SystemId is " +
                                 std::to_string(rank) + "; expected 0 to " +
                                 std::to_string(MpiMessages::CountRanks() - 1) +
                                 ", a rank of ns3::MpiInterface");
            }
        }
    }
    if (ranks.size() < 2)
    {
        return;
    }
    const std::string problem = "network between ranks of ns3::MpiInterface: ";
    if (!network.transports.front()->HasPackets())
    {
        throw InputError(problem + "all messages share an ideal network; expected a transport "
                                   "with packets, or Nodes of one SystemId");
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        if (fabricSwitch->GetPathSelector()->LooksFar())
        {
            throw InputError(problem + "a path selector looks at the queues of all switches; "
                                       "expected another, or Nodes of one SystemId");
        }
    }
}

bool
CheckMpiRanks(const FabricNetwork& network, const FabricJob& job)
{
    if (!MpiMessages::AreInUse())
    {
        return true;
    }
    const auto first = network.hosts.Get(network.GetNic(job.hostOfRank.front()));
    for (const uint32_t host : job.hostOfRank)
    {
        if (network.hosts.Get(network.GetNic(host))->GetSystemId() != first->GetSystemId())
        {
            throw InputError("job " + job.name + ": hosts " +
                             std::to_string(job.hostOfRank.front()) + " and " +
                             std::to_string(host) +
                             " are of two ranks of ns3::MpiInterface; expected all of one, or "
                             "messages by queue pairs");
        }
    }
    return IsOfThisRank(*first);
}

} // namespace ns3
