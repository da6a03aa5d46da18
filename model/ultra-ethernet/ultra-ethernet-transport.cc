// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ultra-ethernet-transport.h"

#include "uet-channel.h"

#include "ns3/entropy-policy.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UltraEthernetTransport);

TypeId
UltraEthernetTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UltraEthernetTransport")
            .SetParent<DeliveryTransport>()
            .SetGroupName("AiFabric")
            .AddConstructor<UltraEthernetTransport>()
            .AddAttribute("RepeatedPackets",
                          "Number of packets of Mode rudi that were executed here more than once.",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&UltraEthernetTransport::GetRepeatedPackets),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Mode",
                          "rud: reliable, unordered delivery; rod: reliable, ordered delivery; "
                          "rudi: reliable, unordered delivery of operations that may be executed "
                          "twice.",
                          StringValue("rud"),
                          MakeStringAccessor(&UltraEthernetTransport::m_mode),
                          MakeStringChecker())
            .AddAttribute("AckBytes",
                          "Payload in bytes after which an acknowledgement is sent, if nothing "
                          "else causes one earlier.",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&UltraEthernetTransport::m_ackBytes),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AckTime",
                          "Longest time from the first unacknowledged payload to an "
                          "acknowledgement; 0: no limit.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&UltraEthernetTransport::m_ackTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PsnRange",
                          "Largest distance from the lowest packet number not received to the "
                          "highest number sent.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&UltraEthernetTransport::m_psnRange),
                          MakeUintegerChecker<uint32_t>(64, 1 << 20))
            .AddAttribute("BitmapPackets",
                          "A receiver drops and requests again packets that are at least this "
                          "number beyond the lowest missing one; 0: it accepts all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UltraEthernetTransport::m_bitmapPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "ReorderPackets",
                "A packet counts as lost when a packet sent this number of packets later has "
                "arrived; 0: 1.5 windows.",
                UintegerValue(0),
                MakeUintegerAccessor(&UltraEthernetTransport::m_reorderPackets),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("ProbeTime",
                          "Silence until a probe is sent; 0: three idle round trips.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&UltraEthernetTransport::m_probeTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

const UetFraming&
UltraEthernetTransport::GetUetFraming() const
{
    return dynamic_cast<const UetFraming&>(GetNic()->GetFraming());
}

void
UltraEthernetTransport::DoAttach()
{
    const auto control = GetNic()->GetConnectionFactory().CreateCongestionControl();
    m_demands = control->GetNeeds().demand;
    if (GetMode() == UetMode::RUDI && control->MakeReceiver())
    {
        throw InputError("UltraEthernetTransport Mode: is rudi, whose responses carry nothing "
                         "from the receiver's half of a congestion control, and the fabric's has "
                         "one; expected rud or rod, or another congestion control, such as "
                         "ns3::Nscc");
    }
}

void
UltraEthernetTransport::DoCheckPorts(uint32_t /* ports */) const
{
    if (m_mode == "rod")
    {
        throw InputError("UltraEthernetTransport Mode: is rod, and packets of a host with several "
                         "ports arrive out of order; expected rud or rudi, or a server without "
                         "oneAdapter");
    }
    if (GetNic()->GetConnectionFactory().CreateCongestionControl()->MakeReceiver())
    {
        throw InputError("transport ns3::UltraEthernetTransport: the congestion control has a "
                         "receiver's half, which knows one port, and the host has several; "
                         "expected another congestion control, such as ns3::Nscc");
    }
}

std::vector<UetPath>
UltraEthernetTransport::MakePaths(const UltraEthernetTransport& peer,
                                  uint8_t level,
                                  uint16_t source) const
{
    const auto peers = peer.GetNics();
    std::vector<UetPath> paths;
    for (RdmaNic* const nic : GetNics())
    {
        paths.push_back({{nic, peers[paths.size()]->GetHost(), 0, level, source, m_psnRange},
                         dynamic_cast<const UetFraming*>(&nic->GetFraming()),
                         GetMode()});
    }
    return paths;
}

void
UltraEthernetTransport::CheckMode(const CongestionNeeds& needs) const
{
    if (m_mode != "rud" && m_mode != "rod" && m_mode != "rudi")
    {
        throw InputError("UltraEthernetTransport Mode: is \"" + m_mode + "\"" +
                         (m_mode == "uud" ? ", but jobs wait for each message, and a lost "
                                            "message of unreliable delivery is not detected"
                                          : "") +
                         "; expected rud, rod or rudi" +
                         (m_mode == "uud" ? ", or background traffic of ns3::UudBackground" : ""));
    }
    if (m_mode != "rudi")
    {
        return;
    }
    const std::pair<const char*, bool> settings[] = {{"AckTime", m_ackTime.IsZero()},
                                                     {"BitmapPackets", m_bitmapPackets == 0},
                                                     {"ProbeTime", m_probeTime.IsZero()}};
    for (const auto& [name, isUnset] : settings)
    {
        if (!isUnset)
        {
            throw InputError(
                std::string("UltraEthernetTransport ") + name +
                ": is set, but with Mode rudi a receiver answers each packet separately; "
                "expected 0");
        }
    }
    if (needs.demand)
    {
        throw InputError(
            "UltraEthernetTransport Mode: is rudi, whose packets carry no demand and no credit, "
            "and the fabric's congestion control needs both; expected rud or rod, or another "
            "congestion control, such as ns3::Nscc");
    }
}

void
UltraEthernetTransport::DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const
{
    if (!dynamic_cast<const UetFraming*>(&framing))
    {
        throw InputError("transport ns3::UltraEthernetTransport: the framing is " +
                         framing.GetInstanceTypeId().GetName() + "; expected ns3::UetFraming");
    }
    CheckMode(needs);
    CheckNeeds(needs);
}

void
UltraEthernetTransport::DoCheckEntropy(const EntropyPolicy& entropy) const
{
    if (m_mode == "rod" && !entropy.KeepsOrder())
    {
        throw InputError("UltraEthernetTransport Mode: is rod, and entropyPolicy " +
                         entropy.GetInstanceTypeId().GetName() +
                         " sends packets over several paths; expected rud, or no policy");
    }
}

std::string
UltraEthernetTransport::DoGetNeedOfOrder() const
{
    return m_mode == "rod" ? "UltraEthernetTransport Mode: is rod, which treats packets out of "
                             "order as lost; choose rud"
                           : "";
}

Ptr<MessageChannel>
UltraEthernetTransport::DoOpen(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    auto& to = static_cast<UltraEthernetTransport&>(peer);
    RdmaNic& near = *GetNic();
    RdmaNic& far = *to.GetNic();
    const uint8_t dataLevel = GetServiceLevelTo(peer, level);
    // Both directions have one source port.
    const uint64_t draw = GetDraw(peer, options.draw);
    const uint16_t port = near.GetConnectionFactory().GetSourcePort(draw);

    UetSender::Settings sender;
    sender.paths = MakePaths(to, dataLevel, port);
    sender.maxRatebps = options.maxRatebps;
    sender.mtuBytes = near.GetMtuBytes();
    sender.demands = m_demands;
    sender.reorderPackets = m_reorderPackets;
    sender.baseRttPs = near.GetConnectionFactory().GetBaseRttPs(far.GetHost());
    sender.probePs =
        sender.paths.front().IsIdempotent() ? 0 : GetProbePs(m_probeTime, far.GetHost());

    sender.pathProbePs = GetPathProbePs(sender.baseRttPs);

    UetReceiver::Settings receiver;
    receiver.paths = to.MakePaths(*this, dataLevel, port);
    receiver.ackBytes = to.m_ackBytes;
    receiver.ackPs = to.m_ackTime.GetPicoSeconds();
    receiver.bitmapPackets = to.m_bitmapPackets;
    receiver.counters = &to.m_counters;

    const auto channel = Create<UetChannel>(sender, GetHostPorts(), receiver, draw);
    Keep(channel->GetSender());
    return channel;
}

std::vector<PacketRun>
UltraEthernetTransport::DoGetPackets(uint64_t bytes, uint32_t /* paths */) const
{
    const UetFraming& framing = GetUetFraming();
    const UetType type = GetRequestType(GetMode(), m_demands);
    const uint32_t mtuBytes = GetNic()->GetMtuBytes();
    const auto wireBytes = [&](uint64_t payload) {
        return framing.GetUetFrameBytes(type, static_cast<uint32_t>(payload)) +
               framing.GetGapBytes();
    };
    return MakePacketRuns(bytes,
                          wireBytes(mtuBytes),
                          wireBytes(bytes - (bytes - 1) / mtuBytes * mtuBytes));
}

uint32_t
UltraEthernetTransport::DoGetPsnRange() const
{
    return m_psnRange;
}

uint32_t
UltraEthernetTransport::DoGetAnswerBytes() const
{
    const UetFraming& framing = GetUetFraming();
    const UetType type = GetMode() == UetMode::RUDI ? UetType::RUDI_RESPONSE
                         : m_demands                ? UetType::ACK_CCX
                                                    : UetType::ACK_CC;
    return framing.GetUetFrameBytes(type, 0) + framing.GetGapBytes();
}

} // namespace ns3
