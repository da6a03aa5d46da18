// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cut-host.h"

#include "fabric-fault.h"

#include "ns3/event-id.h"
#include "ns3/law-transport.h"
#include "ns3/object.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** End of the patience with a host that is cut off; aggregated to the channel of its first link. */
class AbortOfCutHost final : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::AbortOfCutHost").SetParent<Object>().SetGroupName("AiFabric");
        return tid;
    }

    EventId event; //!< crash of the GPU
};

/** Begins or ends the time in which a host has no link. */
void
SetCut(const FabricNetwork& network, uint32_t machine, FabricChannel& first, bool isCut)
{
    const uint32_t sharing = network.topology.gpusPerHost;
    const auto begin = network.gpus.begin() + machine * sharing;
    const std::vector<Ptr<FabricGpu>> gpus(begin, begin + sharing);
    auto& abort = GetPartOf<AbortOfCutHost>(first).event;
    abort.Cancel();
    for (const auto& gpu : gpus)
    {
        gpu->SetHung(isCut);
    }
    if (isCut)
    {
        const auto transport = StaticCast<LawTransport>(network.transports.front());
        abort = Simulator::Schedule(transport->GetAbortTime(), [gpus] {
            for (const auto& gpu : gpus)
            {
                gpu->Crash();
            }
        });
    }
}

} // namespace

void
UpdateCutHosts(const FabricNetwork& network, uint32_t link, bool down)
{
    const FabricTopology& topology = network.topology;
    for (const uint32_t node : {topology.links[link].a, topology.links[link].b})
    {
        if (!topology.IsHost(node))
        {
            continue;
        }
        const uint32_t machine = topology.GetMachine(topology.hostIndex[node]);
        const auto ports = topology.GetPortsOf(machine);
        const auto getChannel = [&network](uint32_t port) {
            return StaticCast<FabricChannel>(network.nics[port]->GetPort().GetChannel());
        };
        if (std::all_of(ports.begin(), ports.end(), [&](uint32_t port) {
                return topology.hosts[port] == node || getChannel(port)->IsDown();
            }))
        {
            SetCut(network, machine, *getChannel(ports.front()), down);
        }
    }
}

} // namespace ns3
