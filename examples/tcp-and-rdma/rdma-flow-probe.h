// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_FLOW_PROBE_H
#define AI_FABRIC_RDMA_FLOW_PROBE_H

#include "ns3/fabric-network.h"
#include "ns3/flow-classifier.h"
#include "ns3/flow-monitor.h"
#include "ns3/flow-probe.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <tuple>

namespace ns3
{

/** Numbers the flows of an RdmaFlowProbe: one for each pair of hosts and destination queue pair. */
class RdmaFlowClassifier : public FlowClassifier
{
  public:
    /** @param packet packet with payload @return number of its flow, from 1 */
    FlowId Classify(const FabricPacket& packet);

    void SerializeToXmlStream(std::ostream& stream, uint16_t indent) const override;

  private:
    /** Source host, destination host, destination queue pair. */
    using Ends = std::tuple<uint32_t, uint32_t, uint32_t>;

    std::map<Ends, FlowId> m_flows;
};

/**
 * Shows ns-3's FlowMonitor the RDMA packets of a network, which are not ns3::Packets:
 *
 *     auto monitor = CreateObject<FlowMonitor>();
 *     RdmaFlowProbe::Install(monitor, network);
 *     Simulator::Run();
 *     monitor->SerializeToXmlFile("rdma.xml", true, true);
 *
 * Sizes are payloads. A packet is sent when its first bit leaves its host, received when its last
 * bit has come, and lost when a switch drops it. FlowMonitor knows a packet by its sequence number,
 * so a repeated packet counts as sent again and once as received.
 */
class RdmaFlowProbe : public FlowProbe
{
  public:
    /**
     * @param monitor monitor without other probes, as each classifier of ns-3 counts from 1
     * @param network network whose ports to listen to
     */
    static void Install(Ptr<FlowMonitor> monitor, const FabricNetwork& network);

    /** For Install(). @param monitor monitor @param classifier numbers of flows */
    RdmaFlowProbe(Ptr<FlowMonitor> monitor, Ptr<RdmaFlowClassifier> classifier);

  private:
    void OnTransmit(const FabricPacket& packet, int64_t startPs);
    void OnReceive(const FabricPacket& packet, int64_t endPs);
    void OnDrop(const FabricPacket& packet, DropReason reason);

    Ptr<RdmaFlowClassifier> m_classifier;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_FLOW_PROBE_H
