// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_PAIR_H
#define AI_FABRIC_PORT_PAIR_H

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"
#include "ns3/node.h"
#include "ns3/rdma-header.h"
#include "ns3/simulator.h"
#include "ns3/strict-arbiter.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

/** Stands behind a port: writes down what arrives and keeps it in a buffer until it is told. */
class RecordingOwner : public FabricPortOwner
{
  public:
    /** One packet that came in. */
    struct Arrival
    {
        int64_t readyPs;  //!< FabricPacket::readyPs
        int64_t tailPs;   //!< FabricPacket::tailPs
        int64_t nowTicks; //!< when it was handed over
        uint32_t psn;
        uint8_t lane;
    };

    /** One packet that went out. */
    struct Departure
    {
        int64_t startPs; //!< its first bit
        uint32_t psn;
        uint8_t lane;
    };

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override
    {
        arrivals.push_back({packet->readyPs,
                            packet->tailPs,
                            NowTicks(),
                            packet->As<RdmaHeader>().psn,
                            packet->lane});
        marked += packet->ecn == EcnCodepoint::CE;
        port.GetFlowControl().NotifyReceived(packet->lane,
                                             packet->frameBytes,
                                             BufferSignal::CONTINUE,
                                             packet->readyPs);
        const int64_t nowPs = packet->readyPs;
        m_held.Push(std::move(packet));
        if (!hold)
        {
            Free(port, 1, nowPs);
        }
    }

    void Refill(FabricNetDevice&, int64_t) override
    {
    }

    void BeforeTransmit(FabricNetDevice&, FabricPacket& packet, int64_t startPs) override
    {
        departures.push_back({startPs, packet.As<RdmaHeader>().psn, packet.lane});
    }

    /**
     * @param port of the buffer
     * @param packets how many to take out
     * @param nowPs the time
     */
    void Free(FabricNetDevice& port, uint32_t packets, int64_t nowPs)
    {
        for (; packets > 0; --packets)
        {
            const FabricPacketPtr packet = m_held.Pop();
            port.GetFlowControl().NotifyFreed(packet->lane,
                                              packet->frameBytes,
                                              BufferSignal::CONTINUE,
                                              nowPs);
        }
    }

    /** @return packets in the buffer */
    uint32_t GetHeld() const
    {
        return m_held.GetPackets();
    }

    bool hold{false};                  //!< keep what arrives until Free()
    std::vector<Arrival> arrivals;     //!< in order
    std::vector<Departure> departures; //!< in order
    uint32_t marked{0};                //!< arrivals with CE

  private:
    PacketFifo m_held; //!< the buffer
};

/**
 * @param nowPs ready time
 * @param wireBytes length, frame and wire alike
 * @return a data packet
 */
inline FabricPacketPtr
MakeDataPacket(int64_t nowPs, uint32_t wireBytes, uint8_t lane = 3, uint32_t psn = 0)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->readyPs = nowPs;
    packet->frameBytes = wireBytes;
    packet->wireBytes = wireBytes;
    packet->payloadBytes = wireBytes;
    packet->lane = lane;
    packet->As<RdmaHeader>().psn = psn;
    return packet;
}

/** @return a port with strict priorities, on a node of its own */
inline Ptr<FabricNetDevice>
MakePort(FabricPortOwner* owner, Ptr<LinkFlowControl> flowControl, uint32_t maxWireBytes = 1500)
{
    const auto node = CreateObject<Node>();
    const auto port = CreateObject<FabricNetDevice>();
    node->AddDevice(port);
    port->SetOwner(owner);
    port->SetFlowControl(flowControl);
    port->SetArbiter(CreateObject<StrictArbiter>());
    port->SetMaxWireBytes(maxWireBytes);
    return port;
}

/** @return the wire between two ports, whose flow controls are not started yet */
inline Ptr<FabricChannel>
ConnectPorts(Ptr<FabricNetDevice> first,
             Ptr<FabricNetDevice> second,
             uint64_t ratebps,
             int64_t delayPs,
             double errorRate = 0)
{
    const auto channel = CreateObject<FabricChannel>();
    channel->SetAttribute("DataRate", DataRateValue(DataRate(ratebps)));
    channel->SetAttribute("ErrorRate", DoubleValue(errorRate));
    channel->SetDelayPs(delayPs);
    channel->AssignStreams(1);
    channel->Connect(first, second);
    return channel;
}

/** @return now in picoseconds */
inline int64_t
NowPs()
{
    return TickClock().ToPs(NowTicks());
}

/** @param ps when, a whole number of ns-3 ticks @param action what */
inline void
AtPs(int64_t ps, std::function<void()> action)
{
    Simulator::Schedule(TimeStep(TickClock().ToTicks(ps)) - Simulator::Now(),
                        [action] { action(); });
}

/** A wire with a recorder behind each of its two ports. */
template <typename FlowControl>
struct PortPair
{
    /** Sets it up with the default attributes of the flow control. */
    void Connect(uint64_t ratebps,
                 int64_t delayPs,
                 uint32_t maxWireBytes = 1500,
                 double errorRate = 0)
    {
        for (uint32_t side : {0U, 1U})
        {
            flow[side] = CreateObject<FlowControl>();
            ports[side] = MakePort(&owners[side], flow[side], maxWireBytes);
        }
        channel = ConnectPorts(ports[0], ports[1], ratebps, delayPs, errorRate);
    }

    /** Both ends are complete. */
    void Start()
    {
        flow[0]->Start();
        flow[1]->Start();
    }

    ~PortPair()
    {
        // Ends the nodes and with them the ports; the channel refers to the ports.
        Simulator::Destroy();
        if (channel)
        {
            channel->Dispose();
        }
    }

    RecordingOwner owners[2];      //!< by side
    Ptr<FlowControl> flow[2];      //!< by side
    Ptr<FabricNetDevice> ports[2]; //!< by side
    Ptr<FabricChannel> channel;
};

} // namespace ns3

#endif // AI_FABRIC_PORT_PAIR_H
