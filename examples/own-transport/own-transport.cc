// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-transport.h"

#include "ns3/fabric-event.h"
#include "ns3/flow-entropy.h"
#include "ns3/packet-source.h"
#include "ns3/rdma-nic.h"
#include "ns3/transport-number.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OwnTransport);

namespace
{

/** The header of its packets; the channel is FabricPacket::destEndpoint. */
struct OwnHeader
{
    uint64_t messageBytes; //!< of the whole message
    uint32_t immediate;    //!< of the message
    bool answer;           //!< all of the message is there
};

const uint8_t OWN_TRANSPORT_NUMBER = RegisterTransport("own");

/** One end of a channel: its packets take turns with the other traffic of the NIC. */
class OwnEnd final : public PacketSource
{
  public:
    /** Callbacks for arriving packets. */
    class Listener
    {
      public:
        /** @param header its header @param payloadBytes its payload @param nowPs time of arrival */
        virtual void OnPacket(const OwnHeader& header, uint32_t payloadBytes, int64_t nowPs) = 0;

      protected:
        ~Listener() = default;
    };

    OwnEnd(Ptr<RdmaNic> nic, uint8_t level, Listener& listener)
        : m_nic(nic),
          m_listener(listener),
          m_level(level)
    {
        m_nic->AddSource(*this, m_nic->GetLane(level));
    }

    /** @param other end @param entropy of the packets that go there */
    void Connect(const OwnEnd& other, uint32_t entropy)
    {
        m_remoteHost = other.m_nic->GetHost();
        m_remoteNumber = other.GetNumber();
        m_entropy = entropy;
    }

    /**
     * @param header header of the packets
     * @param bytes payload, 0 for an answer
     * @param nowPs present time
     */
    void Send(const OwnHeader& header, uint64_t bytes, int64_t nowPs)
    {
        m_work.push_back({header, bytes});
        m_nic->Activate(*this, nowPs);
    }

    bool CanSend() const override
    {
        return !m_work.empty();
    }

    FabricPacketPtr MakeNextPacket(int64_t nowPs) override
    {
        auto& [header, leftBytes] = m_work.front();
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->transport = OWN_TRANSPORT_NUMBER;
        packet->As<OwnHeader>() = header;
        packet->sourceHost = m_nic->GetHost();
        packet->destHost = m_remoteHost;
        packet->destEndpoint = m_remoteNumber;
        packet->entropy = m_entropy;
        packet->lane = GetLane();
        packet->serviceLevel = m_level;
        packet->dscp = m_nic->GetDscp(GetLane());
        packet->readyPs = nowPs;
        packet->sentPs = nowPs;
        packet->payloadBytes =
            static_cast<uint32_t>(std::min<uint64_t>(leftBytes, m_nic->GetMtuBytes()));
        packet->frameBytes =
            m_nic->GetFraming().GetFrameBytes(OwnTransport::HEADER_BYTES + packet->payloadBytes);
        packet->wireBytes = packet->frameBytes + m_nic->GetFraming().GetGapBytes();
        leftBytes -= packet->payloadBytes;
        if (leftBytes == 0)
        {
            m_work.pop_front();
        }
        return packet;
    }

    void Receive(FabricPacket& packet) override
    {
        m_listener.OnPacket(packet.As<OwnHeader>(), packet.payloadBytes, packet.readyPs);
    }

    /** @return true if it waits for its turn */
    bool HasWork() const
    {
        return !m_work.empty();
    }

  private:
    /** A message or an answer. */
    struct Work
    {
        OwnHeader header;
        uint64_t leftBytes;
    };

    Ptr<RdmaNic> m_nic;
    Listener& m_listener;
    std::deque<Work> m_work;
    uint32_t m_remoteHost{0};
    uint32_t m_remoteNumber{0};
    uint32_t m_entropy{0};
    uint8_t m_level;
};

/** The receiver's half: counts arriving payload and answers. */
class OwnReceiver : public OwnEnd::Listener
{
  public:
    using Arrival = Callback<void, uint32_t, int64_t>;

    OwnReceiver(Ptr<RdmaNic> nic, uint8_t level, Arrival arrival)
        : end(nic, level, *this),
          m_arrival(arrival)
    {
    }

    void OnPacket(const OwnHeader& header, uint32_t payloadBytes, int64_t nowPs) override
    {
        uint64_t& bytes = m_bytes[header.immediate];
        bytes += payloadBytes;
        if (bytes == header.messageBytes)
        {
            m_bytes.erase(header.immediate);
            end.Send({header.messageBytes, header.immediate, true}, 0, nowPs);
            m_arrival(header.immediate, nowPs);
        }
    }

    OwnEnd end;

  private:
    Arrival m_arrival;
    std::unordered_map<uint32_t, uint64_t> m_bytes; //!< that have come, by immediate
};

/** The sender's half. */
class OwnChannel final : public MessageChannel, private OwnEnd::Listener
{
  public:
    OwnChannel(OwnTransport& from, OwnTransport& to, uint8_t level, uint64_t draw)
        : m_transport(from),
          m_level(level),
          m_end(from.GetNic(), level, *this),
          m_receiver(to.GetNic(), level, MakeCallback(&OwnChannel::OnArrival, this))
    {
        const uint32_t near = from.GetNic()->GetHost();
        const uint32_t far = to.GetNic()->GetHost();
        m_end.Connect(m_receiver.end, FlowEntropy(near, far, UdpSourcePort(draw)));
        m_receiver.end.Connect(m_end, FlowEntropy(far, near, UdpSourcePort(draw)));
    }

  private:
    void DoPost(uint64_t bytes, uint32_t immediate) override
    {
        const int64_t nowPs = TickClock().ToPs(NowTicks());
        m_postedPs[immediate] = nowPs;
        m_leftBytes += bytes;
        m_end.Send({bytes, immediate, false}, bytes, nowPs);
    }

    uint8_t DoGetServiceLevel() const override
    {
        return m_level;
    }

    std::string DoDescribeWait(uint32_t) const override
    {
        return m_end.HasWork() ? "waits for its turn" : "waits for an answer";
    }

    std::optional<ChannelActivity> DoGetActivity(int64_t) const override
    {
        const char* waitsFor = m_end.HasWork() ? "its turn" : "an answer";
        return ChannelActivity{m_leftBytes > 0 ? waitsFor : nullptr,
                               m_leftBytes,
                               m_acknowledgedBytes,
                               m_transport.GetNic()->GetPort().GetRatebps()};
    }

    /** An answer has come. */
    void OnPacket(const OwnHeader& header, uint32_t, int64_t nowPs) override
    {
        const auto posted = m_postedPs.find(header.immediate);
        const int64_t postedPs = posted->second;
        m_postedPs.erase(posted);
        m_leftBytes -= header.messageBytes;
        m_acknowledgedBytes += header.messageBytes;
        m_transport.NoteAcknowledged(header.messageBytes);
        End(header.immediate, {postedPs, nowPs, nullptr});
    }

    void OnArrival(uint32_t immediate, int64_t nowPs)
    {
        Arrive(immediate, nowPs);
    }

    OwnTransport& m_transport;
    uint8_t m_level;
    OwnEnd m_end;
    OwnReceiver m_receiver;
    std::unordered_map<uint32_t, int64_t> m_postedPs; //!< by immediate
    uint64_t m_leftBytes{0};         //!< of messages that were posted and not answered
    uint64_t m_acknowledgedBytes{0}; //!< of those that were answered
};

} // namespace

TypeId
OwnTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OwnTransport")
                            .SetParent<MessageTransport>()
                            .SetGroupName("Example")
                            .AddConstructor<OwnTransport>();
    return tid;
}

Ptr<MessageChannel>
OwnTransport::DoOpen(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    return Create<OwnChannel>(*this, static_cast<OwnTransport&>(peer), level, options.draw);
}

std::vector<PacketRun>
OwnTransport::DoGetPackets(uint64_t bytes, uint32_t) const
{
    const auto& framing = GetNic()->GetFraming();
    const uint32_t mtu = GetNic()->GetMtuBytes();
    const auto wire = [&](uint64_t payload) {
        return framing.GetFrameBytes(static_cast<uint32_t>(HEADER_BYTES + payload)) +
               framing.GetGapBytes();
    };
    const uint64_t before = (bytes - 1) / mtu;
    return {{before, wire(mtu)}, {1, wire(bytes - before * mtu)}};
}

uint32_t
OwnTransport::DoGetAnswerBytes() const
{
    const auto& framing = GetNic()->GetFraming();
    return framing.GetFrameBytes(HEADER_BYTES) + framing.GetGapBytes();
}

uint64_t
OwnTransport::DoGetAcknowledgedBytes() const
{
    return m_acknowledgedBytes;
}

} // namespace ns3
