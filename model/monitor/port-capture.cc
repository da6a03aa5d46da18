// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "port-capture.h"

#include "ns3/boolean.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <ios>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PortCapture");

void
PortCapture::Start(Ptr<FabricNetDevice> port, const std::string& path)
{
    if (!port->GetCodec())
    {
        throw InputError(path + ": packets of this fabric cannot be captured; its framing has no "
                                "codec");
    }
    const auto file = CreateObject<PcapFileWrapper>();
    file->SetAttribute("NanosecMode", BooleanValue(true));
    file->Open(path, std::ios::out | std::ios::binary);
    if (file->Fail())
    {
        throw InputError(path + ": cannot be written");
    }
    file->Init(port->GetCodec()->GetDataLinkType());
    const auto capture = Create<PortCapture>(*port, file);
    port->TraceConnectWithoutContext("Transmit", MakeCallback(&PortCapture::Transmitted, capture));
    port->TraceConnectWithoutContext("Receive", MakeCallback(&PortCapture::Received, capture));
    Simulator::ScheduleDestroy(&PortCapture::Finish, capture);
}

PortCapture::PortCapture(const FabricNetDevice& port, Ptr<PcapFileWrapper> file)
    : m_port(port),
      m_codec(port.GetCodec()),
      m_file(file)
{
    NS_LOG_FUNCTION(this << file);
}

PortCapture::~PortCapture()
{
    NS_LOG_FUNCTION(this);
    Finish();
}

void
PortCapture::Transmitted(const FabricPacket& packet, int64_t startPs)
{
    Add(packet, {startPs, true});
}

void
PortCapture::Received(const FabricPacket& packet, int64_t endPs)
{
    Add(packet, {endPs, false});
}

void
PortCapture::Add(const FabricPacket& packet, const FrameSighting& sighting)
{
    if (!m_file)
    {
        return;
    }
    const FrameEnds ends = sighting.sent ? FrameEnds{GetOwnAddress(), GetPeerAddress()}
                                         : FrameEnds{GetPeerAddress(), GetOwnAddress()};
    auto frame = m_codec->EncodeBytes(packet, ends);
    if (!frame.empty())
    {
        m_waiting.emplace(sighting.timePs, m_codec->MakeRecord(std::move(frame), sighting));
    }
    // Frames traced from now on have times of at most this latency and one tick of ns-3 before now.
    const TickClock& clock = m_port.GetClock();
    WriteUntil(clock.ToPs(NowTicks() - 1) - m_port.GetLatencyPs());
}

void
PortCapture::WriteUntil(int64_t endPs)
{
    while (!m_waiting.empty() && m_waiting.begin()->first <= endPs)
    {
        const auto first = m_waiting.begin();
        m_file->Write(PicoSeconds(first->first),
                      first->second.data(),
                      static_cast<uint32_t>(first->second.size()));
        m_waiting.erase(first);
    }
}

void
PortCapture::Finish()
{
    NS_LOG_FUNCTION(this);
    if (m_file)
    {
        WriteUntil(NEVER_PS);
        m_file->Close();
        m_file = nullptr;
    }
}

Mac48Address
PortCapture::GetOwnAddress() const
{
    return Mac48Address::ConvertFrom(m_port.GetAddress());
}

Mac48Address
PortCapture::GetPeerAddress() const
{
    return Mac48Address::ConvertFrom(m_port.GetPeer()->GetAddress());
}

} // namespace ns3
