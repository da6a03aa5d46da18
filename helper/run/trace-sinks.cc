// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-sinks.h"

#include "ns3/callback.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-switch.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/pause-event.h"

#include <iostream>
#include <map>
#include <set>
#include <string>

namespace ns3
{

namespace
{

/** A sink of any signature. */
template <typename... Ts>
void
Ignore(Ts...)
{
}

/** @return a sink for each signature, by its documented name in ns-3 */
const std::map<std::string, CallbackBase>&
GetSinks()
{
    static const std::map<std::string, CallbackBase> sinks = {
        {"ns3::FabricNetDevice::TransmitTracedCallback",
         MakeCallback(&Ignore<const FabricPacket&, int64_t>)},
        {"ns3::FabricNetDevice::ReceiveTracedCallback",
         MakeCallback(&Ignore<const FabricPacket&, int64_t>)},
        {"ns3::FabricSwitch::DropTracedCallback",
         MakeCallback(&Ignore<const FabricPacket&, DropReason>)},
        {"ns3::FabricSwitch::TrimTracedCallback",
         MakeCallback(&Ignore<const FabricPacket&, DropReason>)},
        {"ns3::PauseEvent::TracedCallback", MakeCallback(&Ignore<const PauseEvent&>)},
        {"ns3::PfcWatchdog::StormTracedCallback",
         MakeCallback(&Ignore<uint16_t, uint8_t, bool, int64_t>)},
        {"ns3::HeadOfQueueLifetime::StallTracedCallback",
         MakeCallback(&Ignore<uint16_t, uint8_t, bool, int64_t>)},
        {"ns3::Packet::TracedCallback", MakeCallback(&Ignore<Ptr<const Packet>>)},
        {"ns3::MessageRecord::TracedCallback", MakeCallback(&Ignore<const MessageRecord&>)}};
    return sinks;
}

/**
 * Connects all sources with a known signature; prints once for every other source that it is left
 * out.
 */
void
ConnectTraces(Ptr<Object> object)
{
    for (TypeId tid = object->GetInstanceTypeId();; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
        {
            const auto source = tid.GetTraceSource(i);
            const auto sink = GetSinks().find(source.callback);
            if (sink != GetSinks().end())
            {
                object->TraceConnectWithoutContext(source.name, sink->second);
                continue;
            }
            static std::set<std::string>
                leftOut; // the user's classes may have their own signatures
            if (leftOut.insert(tid.GetName() + " " + source.name).second)
            {
                std::cerr << "--traces: " << tid.GetName() << ' ' << source.name
                          << " is not connected, since its signature " << source.callback
                          << " is unknown here\n";
            }
        }
        if (!tid.HasParent() || tid.GetParent() == tid)
        {
            return;
        }
    }
}

} // namespace

void
ConnectAllTraces(const FabricNetwork& network, const std::vector<Ptr<GraphExecutor>>& jobs)
{
    for (uint32_t i = 0; i < network.devices.GetN(); ++i)
    {
        const auto device = StaticCast<FabricNetDevice>(network.devices.Get(i));
        for (auto parts = device->GetAggregateIterator(); parts.HasNext();)
        {
            ConnectTraces(ConstCast<Object>(parts.Next()));
        }
        ConnectTraces(&device->GetFlowControl());
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        ConnectTraces(fabricSwitch);
        if (const auto watchdog = fabricSwitch->GetWatchdog())
        {
            ConnectTraces(watchdog);
        }
        if (const auto headOfQueue = fabricSwitch->GetHeadOfQueue())
        {
            ConnectTraces(headOfQueue);
        }
    }
    for (const auto& nic : network.nics)
    {
        ConnectTraces(nic);
    }
    for (const auto& job : jobs)
    {
        ConnectTraces(job);
    }
    for (const auto& plane : network.planes)
    {
        ConnectAllTraces(*plane, {});
    }
    if (network.scaleUp)
    {
        ConnectAllTraces(*network.scaleUp, {});
    }
    if (network.northSouth)
    {
        ConnectAllTraces(*network.northSouth, {});
    }
}

} // namespace ns3
