// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ascii-trace.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-units.h"
#include "ns3/log.h"
#include "ns3/rdma-header.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AsciiTrace");

namespace
{

/** @return a packet in words: what it is, from where to where, lane, lengths and marks */
std::string
Describe(const FabricPacket& packet)
{
    std::ostringstream text;
    text << ToString(packet.kind);
    if (IsForwarded(packet.kind))
    {
        text << " host " << packet.sourceHost << " > host " << packet.destHost << " endpoint "
             << packet.destEndpoint;
    }
    if (packet.kind != PacketKind::FOREIGN && IsForwarded(packet.kind) &&
        packet.transport == RDMA_TRANSPORT)
    {
        const auto& header = packet.As<RdmaHeader>();
        text << " opcode 0x" << std::hex << std::setw(2) << std::setfill('0')
             << static_cast<uint32_t>(header.opcode) << std::dec << " psn " << header.psn;
    }
    text << " lane " << +packet.lane << " bytes " << packet.frameBytes << " payload "
         << packet.payloadBytes;
    if (packet.ecn != EcnCodepoint::NOT_ECT)
    {
        text << (packet.ecn == EcnCodepoint::CE ? " CE" : " ECT");
    }
    return text.str();
}

} // namespace

class AsciiTrace::Port : public SimpleRefCount<AsciiTrace::Port>
{
  public:
    /**
     * @param trace trace that gets the lines
     * @param port port that is traced; outlives its trace sources
     * @param hasContext true: lines have paths
     */
    Port(Ptr<AsciiTrace> trace, const FabricNetDevice& port, bool hasContext)
        : m_trace(std::move(trace)),
          m_clock(port.GetClock()),
          m_number(port.GetPortNumber())
    {
        if (hasContext)
        {
            m_node = "/NodeList/" + std::to_string(port.GetNode()->GetId()) + '/';
            m_path = m_node + "DeviceList/" + std::to_string(port.GetIfIndex()) +
                     "/$ns3::FabricNetDevice/";
        }
    }

    void OnEnqueue(const FabricPacket& packet, int64_t nowPs)
    {
        Note(nowPs, '+', m_path, "Enqueue", packet);
    }

    void OnDequeue(const FabricPacket& packet, int64_t)
    {
        m_dequeued = &packet; // Transmit of the same packet is next
    }

    void OnTransmit(const FabricPacket& packet, int64_t startPs)
    {
        if (m_dequeued != &packet)
        {
            Note(startPs, '+', m_path, "Transmit", packet);
        }
        m_dequeued = nullptr;
        Note(startPs, '-', m_path, "Transmit", packet);
    }

    void OnReceive(const FabricPacket& packet, int64_t endPs)
    {
        Note(endPs, 'r', m_path, "Receive", packet);
    }

    void OnDrop(const FabricPacket& packet, DropReason reason)
    {
        if (packet.ingressPort == m_number)
        {
            m_trace->Note(m_clock.ToPs(NowTicks()),
                          MakeLine('d', m_node, "$ns3::FabricSwitch/Drop", packet) + ' ' +
                              ToString(reason));
        }
    }

  private:
    static std::string MakeLine(char event,
                                const std::string& path,
                                const char* source,
                                const FabricPacket& packet)
    {
        return std::string(1, event) + ' ' + (path.empty() ? "" : path + source + ' ') +
               Describe(packet);
    }

    void Note(int64_t timePs,
              char event,
              const std::string& path,
              const char* source,
              const FabricPacket& packet)
    {
        m_trace->Note(timePs, MakeLine(event, path, source, packet));
    }

    const Ptr<AsciiTrace> m_trace;
    const TickClock m_clock;
    const uint16_t m_number;                 //!< number of the port at its switch
    std::string m_node;                      //!< path of its node; empty: lines have no paths
    std::string m_path;                      //!< path of the port
    const FabricPacket* m_dequeued{nullptr}; //!< packet that has left its queue and not yet begun
};

AsciiTrace::AsciiTrace(Ptr<OutputStreamWrapper> stream)
    : m_stream(std::move(stream))
{
    NS_LOG_FUNCTION(this << m_stream);
    Simulator::ScheduleDestroy(&AsciiTrace::Finish, Ptr<AsciiTrace>(this));
}

void
AsciiTrace::Add(Ptr<FabricNetDevice> port, bool hasContext)
{
    NS_LOG_FUNCTION(this << port << hasContext);
    m_longestLatencyPs = std::max(m_longestLatencyPs, port->GetLatencyPs());
    const auto listener = Create<Port>(Ptr<AsciiTrace>(this), *port, hasContext);
    port->TraceConnectWithoutContext("Enqueue", MakeCallback(&Port::OnEnqueue, listener));
    port->TraceConnectWithoutContext("Dequeue", MakeCallback(&Port::OnDequeue, listener));
    port->TraceConnectWithoutContext("Transmit", MakeCallback(&Port::OnTransmit, listener));
    port->TraceConnectWithoutContext("Receive", MakeCallback(&Port::OnReceive, listener));
    if (const auto fabricSwitch = port->GetNode()->GetObject<FabricSwitch>())
    {
        fabricSwitch->TraceConnectWithoutContext("Drop", MakeCallback(&Port::OnDrop, listener));
    }
}

void
AsciiTrace::Note(int64_t timePs, const std::string& line)
{
    m_waiting.emplace(timePs, line);
    // Events from now on have times of at most this latency and one tick of ns-3 before now.
    WriteUntil(m_clock.ToPs(NowTicks() - 1) - m_longestLatencyPs);
}

void
AsciiTrace::WriteUntil(int64_t endPs)
{
    constexpr int64_t SECOND_PS = 1'000'000'000'000;
    while (!m_waiting.empty() && m_waiting.begin()->first <= endPs)
    {
        const auto& [timePs, line] = *m_waiting.begin();
        *m_stream->GetStream() << line[0] << ' ' << timePs / SECOND_PS << '.' << std::setw(12)
                               << std::setfill('0') << timePs % SECOND_PS << line.substr(1) << '\n';
        m_waiting.erase(m_waiting.begin());
    }
}

void
AsciiTrace::Finish()
{
    NS_LOG_FUNCTION(this);
    WriteUntil(NEVER_PS);
    m_stream->GetStream()->flush();
}

} // namespace ns3
