// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-transport.h"

#include "mrc-channel.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcTransport);

TypeId
MrcTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcTransport")
            .SetParent<DeliveryTransport>()
            .SetGroupName("AiFabric")
            .AddConstructor<MrcTransport>()
            .AddAttribute("Immediate",
                          "Messages are WRITEs with immediate; false: WRITEs.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcTransport::m_immediate),
                          MakeBooleanChecker())
            .AddAttribute("AckBytes",
                          "Payload in bytes after which an acknowledgement is sent, if nothing "
                          "else causes one earlier.",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&MrcTransport::m_ackBytes),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Mpr",
                          "Largest distance from the lowest packet number not received to the "
                          "highest number sent, in units of 128 packets; the smaller value of "
                          "both ends applies.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&MrcTransport::m_mpr),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("BitmapPackets",
                          "A receiver drops and requests again packets that are at least this "
                          "number beyond the lowest missing one; 0: it accepts all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcTransport::m_bitmapPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "ReorderPackets",
                "A packet counts as lost when a packet sent this number of packets later has "
                "arrived; 0: 1.5 windows.",
                UintegerValue(0),
                MakeUintegerAccessor(&MrcTransport::m_reorderPackets),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("ProbeTime",
                          "Silence until a reliability probe is sent; 0: three idle round trips.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcTransport::m_probeTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("EvProbeTime",
                          "Time between probes of an entropy value that is assumed bad; 0: four "
                          "idle round trips.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcTransport::m_evProbeTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("EvProbeGap",
                          "Time between probes of different bad entropy values on one port; 0: an "
                          "idle round trip.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcTransport::m_evProbeGap),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PortStatusTime",
                          "Time from the loss or return of a port's link until the other ends of "
                          "connections are told, if the host has several ports.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcTransport::m_portStatusTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TrimIsCongestion",
                          "The congestion control learns of packets that were trimmed before the "
                          "last hop; false: the path alone is blamed.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcTransport::m_trimIsCongestion),
                          MakeBooleanChecker())
            .AddAttribute("LossIsCongestion",
                          "The congestion control learns of packets that were lost without a "
                          "NACK before a timeout; false: the path alone is blamed.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcTransport::m_lossIsCongestion),
                          MakeBooleanChecker());
    return tid;
}

const MrcFraming&
MrcTransport::GetMrcFraming() const
{
    return dynamic_cast<const MrcFraming&>(GetNic()->GetFraming());
}

void
MrcTransport::DoCheckPorts(uint32_t ports) const
{
    const auto& entropy = GetNic()->GetConnectionFactory().GetPolicyFactories().entropy;
    const auto table = DynamicCast<MrcEntropyPolicy>(entropy.Create<EntropyPolicy>());
    if (!table)
    {
        throw InputError("transport ns3::MrcTransport: a host with several ports needs the "
                         "entropyPolicy ns3::MrcEntropyPolicy");
    }
    table->SetPlanes(ports);
}

void
MrcTransport::DoAttach()
{
    if (GetNic()->GetConnectionFactory().CreateCongestionControl()->MakeReceiver())
    {
        throw InputError("transport ns3::MrcTransport: its packets carry nothing from the "
                         "receiver's half of a congestion control, and the fabric's has one; "
                         "expected another congestion control, such as ns3::Nscc");
    }
}

void
MrcTransport::DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const
{
    if (!dynamic_cast<const MrcFraming*>(&framing))
    {
        throw InputError("transport ns3::MrcTransport: the framing is " +
                         framing.GetInstanceTypeId().GetName() + "; expected ns3::MrcFraming");
    }
    CheckNeeds(needs);
    if (needs.demand)
    {
        throw InputError("transport ns3::MrcTransport: its packets carry no demand, and the "
                         "fabric's congestion control needs it; expected another congestion "
                         "control, such as ns3::Nscc");
    }
}

std::vector<MrcPath>
MrcTransport::MakePaths(const MrcTransport& peer, uint8_t level, uint16_t source) const
{
    const uint32_t psnRange = std::min(m_mpr, peer.m_mpr) * MrcReceiver::MPR_PACKETS;
    std::vector<MrcPath> paths;
    const auto peers = peer.GetNics();
    for (RdmaNic* const nic : GetNics())
    {
        paths.push_back({{nic, peers[paths.size()]->GetHost(), 0, level, source, psnRange},
                         dynamic_cast<const MrcFraming*>(&nic->GetFraming())});
    }
    return paths;
}

Ptr<MessageChannel>
MrcTransport::DoOpen(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    auto& to = static_cast<MrcTransport&>(peer);
    RdmaNic& near = *GetNic();
    RdmaNic& far = *to.GetNic();
    const uint8_t dataLevel = GetServiceLevelTo(peer, level);
    // Both directions have one source port.
    const uint64_t draw = GetDraw(peer, options.draw);
    const uint16_t port = near.GetConnectionFactory().GetSourcePort(draw);

    MrcSender::Settings sender;
    sender.paths = MakePaths(to, dataLevel, port);
    sender.maxRatebps = options.maxRatebps;
    sender.mtuBytes = near.GetMtuBytes();
    sender.immediate = m_immediate;
    sender.reorderPackets = m_reorderPackets;
    sender.baseRttPs = near.GetConnectionFactory().GetBaseRttPs(far.GetHost());
    sender.probePs = GetProbePs(m_probeTime, far.GetHost());
    sender.evProbePs =
        m_evProbeTime.IsZero() ? GetPathProbePs(sender.baseRttPs) : m_evProbeTime.GetPicoSeconds();
    sender.evProbeGapPs = m_evProbeGap.IsZero() ? std::max(sender.baseRttPs, int64_t{1})
                                                : m_evProbeGap.GetPicoSeconds();
    sender.portStatusPs = m_portStatusTime.GetPicoSeconds();
    sender.trimIsCongestion = m_trimIsCongestion;
    sender.lossIsCongestion = m_lossIsCongestion;

    MrcReceiver::Settings receiver;
    receiver.paths = to.MakePaths(*this, dataLevel, port);
    receiver.ackBytes = to.m_ackBytes;
    receiver.bitmapPackets = to.m_bitmapPackets;
    receiver.ports = to.GetHostPorts();
    receiver.portStatusPs = to.m_portStatusTime.GetPicoSeconds();
    receiver.repeatPs = sender.evProbePs;

    const auto channel = Create<MrcChannel>(sender, GetHostPorts(), receiver, draw);
    Keep(channel->GetSender());
    return channel;
}

std::vector<PacketRun>
MrcTransport::DoGetPackets(uint64_t bytes, uint32_t /* paths */) const
{
    const MrcFraming& framing = GetMrcFraming();
    const uint32_t mtuBytes = GetNic()->GetMtuBytes();
    const uint64_t packets = (bytes - 1) / mtuBytes + 1;
    const auto wireBytes = [&](MrcOpcode opcode, uint64_t payload) {
        return framing.GetMrcFrameBytes(opcode, static_cast<uint32_t>(payload)) +
               framing.GetGapBytes();
    };
    return MakePacketRuns(bytes,
                          wireBytes(MrcOpcode::WRITE_MIDDLE, mtuBytes),
                          wireBytes(GetWriteOpcode(packets == 1, true, m_immediate),
                                    bytes - (packets - 1) * mtuBytes));
}

uint32_t
MrcTransport::DoGetPsnRange() const
{
    return m_mpr * MrcReceiver::MPR_PACKETS;
}

uint32_t
MrcTransport::DoGetAnswerBytes() const
{
    const MrcFraming& framing = GetMrcFraming();
    return framing.GetMrcFrameBytes(MrcOpcode::SACK, 0) + framing.GetGapBytes();
}

} // namespace ns3
