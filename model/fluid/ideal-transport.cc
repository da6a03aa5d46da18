// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-transport.h"

#include "ns3/fabric-event.h"
#include "ns3/flow-entropy.h"
#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IdealTransport);

namespace
{

int64_t
GetNowPs()
{
    return TickClock().ToPs(NowTicks());
}

/** One flow of the network. */
class IdealChannel final : public MessageChannel, private FluidClient
{
  public:
    IdealChannel(IdealTransport& from,
                 MessageTransport& to,
                 Ptr<FluidNetwork> network,
                 NetworkRoute route,
                 int64_t backPs,
                 uint8_t level,
                 uint64_t maxRatebps)
        : m_transport(from),
          m_receiver(to.GetNic()->GetCounters()),
          m_network(network),
          m_flow(network->AddFlow(*this, std::move(route), backPs, maxRatebps)),
          m_level(level)
    {
    }

  private:
    void DoPost(uint64_t bytes, uint32_t immediate) override
    {
        FluidMessage message{0, 0, bytes, immediate, GetNowPs()};
        for (const auto& run : m_transport.GetPackets(bytes, 1))
        {
            message.wireBytes += run.packets * run.bytes;
            message.firstBytes =
                message.firstBytes == 0 && run.packets > 0 ? run.bytes : message.firstBytes;
        }
        m_network->Send(m_flow, message);
    }

    uint8_t DoGetServiceLevel() const override
    {
        return m_level;
    }

    std::string DoDescribeWait(uint32_t) const override
    {
        const auto progress = m_network->GetProgress(m_flow, GetNowPs());
        return progress.messages == 0
                   ? "is in flight"
                   : std::to_string(progress.leftBytes) + " B of " +
                         std::to_string(progress.messages) + " messages remain to be sent, at " +
                         std::to_string(progress.ratebps) + " bit/s";
    }

    std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const override
    {
        const auto progress = m_network->GetProgress(m_flow, nowPs);
        return ChannelActivity{progress.messages > 0 ? "its share of the links" : nullptr,
                               progress.leftBytes,
                               progress.sentPayload,
                               progress.ratebps};
    }

    void OnArrival(const FluidMessage& message, int64_t arrivedPs) override
    {
        m_receiver.deliveredBytes += message.payloadBytes;
        Arrive(message.immediate, arrivedPs);
    }

    void OnDeparture(const FluidMessage& message) override
    {
        Depart(message.immediate);
    }

    void OnAnswer(const FluidMessage& message, int64_t knownPs) override
    {
        End(message.immediate, {message.postedPs, knownPs, nullptr});
    }

    IdealTransport& m_transport;
    HostNic::Counters& m_receiver; //!< counters of the receiver's NIC
    Ptr<FluidNetwork> m_network;   //!< network of the flow
    uint32_t m_flow;               //!< number of the flow there
    uint8_t m_level;               //!< service level
};

} // namespace

TypeId
IdealTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IdealTransport")
            .SetParent<MessageTransport>()
            .SetGroupName("AiFabric")
            .AddConstructor<IdealTransport>()
            .AddAttribute("HeaderBytes",
                          "Header bytes per packet in addition to the framing; BTH and ICRC of "
                          "RDMA are 16 bytes.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&IdealTransport::m_headerBytes),
                          MakeUintegerChecker<uint32_t>(0, FabricFraming::MAX_TRANSPORT_BYTES));
    return tid;
}

void
IdealTransport::DoDispose()
{
    if (m_paths)
    {
        m_paths->Dispose(); // disposes of the network too
    }
    m_paths = nullptr;
    m_network = nullptr;
    MessageTransport::DoDispose();
}

void
IdealTransport::DoJoin(Ptr<NetworkPaths> paths)
{
    m_paths = paths;
    m_network =
        FluidNetwork::Get(paths, GetNic()->GetHost(), GetNic()->GetPort().GetNode()->GetId());
}

Ptr<MessageChannel>
IdealTransport::DoOpen(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    // Draw and entropy are the same as in RdmaNic::Connect().
    const uint32_t near = GetNic()->GetHost();
    const uint32_t far = peer.GetNic()->GetHost();
    const uint64_t draw = HashDraw(HashDraw(near, far), HashDraw(options.draw, options.firstPath));
    const uint16_t port = GetNic()->GetConnectionFactory().GetSourcePort(draw);
    const auto back = m_paths->Find(far, near, FlowEntropy(far, near, port));
    return Create<IdealChannel>(*this,
                                peer,
                                m_network,
                                m_paths->Find(near, far, FlowEntropy(near, far, port)),
                                back.head.delayPs,
                                level,
                                options.maxRatebps);
}

std::vector<PacketRun>
IdealTransport::DoGetPackets(uint64_t bytes, uint32_t) const
{
    const auto& framing = GetNic()->GetFraming();
    const uint64_t mtu = GetNic()->GetMtuBytes();
    const auto wire = [&](uint64_t payload) {
        const auto bytes = static_cast<uint32_t>(payload);
        const uint32_t commands = framing.GetPayloadBytes(bytes) - PaddedBytes(bytes);
        return framing.GetFrameBytes(m_headerBytes + bytes + commands) + framing.GetGapBytes();
    };
    const uint64_t before = bytes == 0 ? 0 : (bytes - 1) / mtu;
    return {{before, wire(mtu)}, {1, wire(bytes - before * mtu)}};
}

uint32_t
IdealTransport::DoGetAnswerBytes() const
{
    return 0;
}

uint64_t
IdealTransport::DoGetAcknowledgedBytes() const
{
    uint64_t bytes = 0;
    const int64_t nowPs = GetNowPs();
    for (const auto& channel : GetChannels())
    {
        bytes += channel->GetActivity(nowPs)->acknowledgedBytes;
    }
    return bytes;
}

bool
IdealTransport::DoHasPackets() const
{
    return false;
}

} // namespace ns3
