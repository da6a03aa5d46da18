// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_STAR_H
#define AI_FABRIC_SWITCH_STAR_H

#include "port-pair.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/input-buffer.h"
#include "ns3/no-marker.h"
#include "ns3/round-robin-input-arbiter.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * A switch with credits and input buffers, and a recorder at the end of each of its wires: recorder
 * n is host n. Wires of 100 ns, a pipeline of 400 ns.
 */
struct SwitchStar
{
    /** What may be different before the switch is configured. */
    struct Options
    {
        bool cutThrough{true};
        uint64_t bufferBytes{0};  //!< of each lane at both ends; 0: computed
        uint32_t updateBlocks{0}; //!< 0: computed
        ObjectFactory headOfQueue{"ns3::HeadOfQueueLifetime"}; //!< of the switch
        bool roundRobin{false}; //!< between inputs, else first come, first served
    };

    SwitchStar() = default;
    SwitchStar(const SwitchStar&) = delete;
    SwitchStar& operator=(const SwitchStar&) = delete;

    ~SwitchStar()
    {
        Simulator::Destroy();
        for (const auto& channel : channels)
        {
            channel->Dispose();
        }
    }

    /** @param rates in bit/s, of each host's wire; a further host has no route */
    void Build(const std::vector<uint64_t>& rates, const Options& options)
    {
        const auto hosts = static_cast<uint16_t>(rates.size());
        const auto node = CreateObject<Node>();
        fabricSwitch = CreateObject<FabricSwitch>();
        fabricSwitch->SetAttribute("CutThrough", BooleanValue(options.cutThrough));
        fabricSwitch->SetAttribute("HeadOfQueue", ObjectFactoryValue(options.headOfQueue));
        fabricSwitch->SetBuffer(CreateObject<InputBuffer>());
        fabricSwitch->SetMarker(CreateObject<NoMarker>());
        fabricSwitch->SetPathSelector(CreateObject<EcmpPathSelector>());
        node->AggregateObject(fabricSwitch);
        owners.resize(hosts);
        std::vector<uint32_t> groupOfHost;
        std::vector<std::vector<uint16_t>> groups;
        for (uint16_t host = 0; host < hosts; ++host)
        {
            const auto inner = MakePort(nullptr, MakeFlowControl(options));
            const auto outer = MakePort(&owners[host], MakeFlowControl(options));
            if (options.roundRobin)
            {
                inner->SetInputArbiter(CreateObject<RoundRobinInputArbiter>());
            }
            fabricSwitch->AddPort(inner);
            channels.push_back(ConnectPorts(outer, inner, rates[host], 100'000));
            ports.push_back(outer);
            groupOfHost.push_back(host);
            groups.push_back({host});
        }
        groupOfHost.push_back(hosts);
        groups.emplace_back();
        fabricSwitch->SetForwarding(groupOfHost, groups);
        for (uint16_t host = 0; host < hosts; ++host)
        {
            ports[host]->GetFlowControl().Start();
            GetInner(host).GetFlowControl().Start();
        }
        fabricSwitch->Configure();
    }

    /** @param bytes of each packet; PSNs count from 0 for each call */
    void Send(uint32_t source,
              uint32_t dest,
              uint32_t packets,
              uint32_t bytes = 1'000,
              uint8_t vl = 0)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            auto packet = MakeDataPacket(NowPs(), bytes, vl, i);
            packet->destHost = dest;
            ports[source]->Enqueue(std::move(packet));
        }
    }

    /** @return the switch's port to a host */
    FabricNetDevice& GetInner(uint32_t host) const
    {
        return *fabricSwitch->GetPorts()[host];
    }

    /** @return drops of what came from a host */
    uint64_t CountDrops(uint16_t source, DropReason reason, uint8_t vl = 0) const
    {
        return fabricSwitch->GetBuffer()
            .GetAccount(source, vl)
            .drops[static_cast<uint32_t>(reason)];
    }

    /** @return what is wrong with the credits of all links at rest */
    std::vector<std::string> Audit() const
    {
        std::vector<std::string> problems;
        for (uint32_t host = 0; host < ports.size(); ++host)
        {
            for (const FabricNetDevice* port : {PeekPointer(ports[host]), &GetInner(host)})
            {
                for (const auto& problem : port->GetFlowControl().Audit())
                {
                    problems.push_back("host " + std::to_string(host) + ": " + problem);
                }
            }
        }
        return problems;
    }

    Ptr<FabricSwitch> fabricSwitch;
    std::vector<RecordingOwner> owners;       //!< recorders, by host
    std::vector<Ptr<FabricNetDevice>> ports;  //!< of the hosts
    std::vector<Ptr<FabricChannel>> channels; //!< by host

  private:
    static Ptr<CreditFlowControl> MakeFlowControl(const Options& options)
    {
        const auto flowControl = CreateObject<CreditFlowControl>();
        flowControl->SetAttribute("BufferBytes", UintegerValue(options.bufferBytes));
        flowControl->SetAttribute("UpdateBlocks", UintegerValue(options.updateBlocks));
        return flowControl;
    }
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_STAR_H
