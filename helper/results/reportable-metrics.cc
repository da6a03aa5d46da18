// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reportable-metrics.h"

#include "ns3/ecn-marker.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-switch.h"
#include "ns3/link-flow-control.h"
#include "ns3/pointer.h"
#include "ns3/rdma-nic.h"

namespace ns3
{

namespace
{

void
AddPort(const FabricNetDevice& port, ReportableMetrics& abilities)
{
    const LinkFlowControl& flowControl = port.GetFlowControl();
    bool& ability = flowControl.IsCounting() ? abilities.credits : abilities.pauses;
    for (uint8_t lane = 0; !ability && lane < port.GetLaneCount(); ++lane)
    {
        ability = flowControl.IsLossless(lane);
    }
}

} // namespace

ReportableMetrics::ReportableMetrics(const FabricParts& parts, const MessageTransport& transport)
    : packets(transport.HasPackets())
{
    if (!packets)
    {
        return;
    }
    for (const auto& nic : parts.nics)
    {
        AddPort(nic->GetPort(), *this);
    }
    for (const auto& fabricSwitch : parts.switches)
    {
        for (const auto& port : fabricSwitch->GetPorts())
        {
            AddPort(*port, *this);
        }
        PointerValue marker;
        fabricSwitch->GetAttribute("Marker", marker);
        marks = marks || marker.Get<EcnMarker>()->CanMark();
    }
}

} // namespace ns3
