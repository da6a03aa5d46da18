// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-flow-control.h"

#include "ns3/control-frame.h"
#include "ns3/ethernet-frame.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-units.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

constexpr uint16_t OPCODE = 0x0001;
constexpr uint16_t LONGEST = UINT16_MAX;
constexpr uint64_t QUANTUM_BYTES = 512 / 8;
constexpr uint8_t ALL = UINT8_MAX;

std::vector<uint8_t>
Encode(const FabricPacket& packet, const FrameEnds& ends)
{
    return EncodeMacControl(ends.sender, OPCODE, {packet.As<OwnPauseFrame>().quanta});
}

bool
Decode(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    const auto parameters = DecodeMacControl(frame, OPCODE, 1);
    if (parameters)
    {
        packet.As<OwnPauseFrame>() = {parameters->front()};
    }
    return parameters.has_value();
}

} // namespace

PacketKind
OwnPauseFrame::GetKind()
{
    static const PacketKind kind = RegisterControlFrame({"link pause frame",
                                                         ETHERNET_LINK_TYPE,
                                                         LEAST_FRAME_BYTES,
                                                         LEAST_FRAME_BYTES + PREAMBLE_AND_GAP_BYTES,
                                                         &Encode,
                                                         &Decode});
    return kind;
}

NS_OBJECT_ENSURE_REGISTERED(OwnFlowControl);

TypeId
OwnFlowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OwnFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<OwnFlowControl>()
            .AddAttribute("HeadroomBytes",
                          "Buffer kept for each priority of a port beyond the threshold at which "
                          "the link is paused.",
                          UintegerValue(64 << 10),
                          MakeUintegerAccessor(&OwnFlowControl::m_headroomBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

OwnFlowControl::OwnFlowControl()
    : m_refresh(MakeFabricEvent<OwnFlowControl, &OwnFlowControl::Refresh>(this)),
      m_expiry(MakeFabricEvent<OwnFlowControl, &OwnFlowControl::Expire>(this))
{
}

OwnFlowControl::~OwnFlowControl()
{
    m_refresh->Clear();
    m_expiry->Clear();
}

void
OwnFlowControl::DoDispose()
{
    m_refresh->Clear();
    m_expiry->Clear();
    LinkFlowControl::DoDispose();
}

void
OwnFlowControl::DoStart()
{
    // A node's timers have a defined order among its simultaneous events.
    const uint32_t node = GetPort().GetNode()->GetId();
    m_refresh->SetContext(node);
    m_expiry->SetContext(node);
}

void
OwnFlowControl::DoNotifyReceived(uint8_t lane,
                                 uint32_t /* frameBytes */,
                                 BufferSignal signal,
                                 int64_t nowPs,
                                 const FabricPacket* /* packet */)
{
    if (signal == BufferSignal::STOP)
    {
        const bool paused = m_stoppedMask != 0;
        m_stoppedMask |= 1 << lane; // the switch checks when it may resume
        if (!paused)
        {
            Send(LONGEST, nowPs);
        }
    }
}

void
OwnFlowControl::DoNotifyFreed(uint8_t lane,
                              uint32_t /* frameBytes */,
                              BufferSignal signal,
                              int64_t nowPs)
{
    if (signal == BufferSignal::RESUME)
    {
        m_stoppedMask &= ~(1 << lane);
        if (m_stoppedMask == 0)
        {
            m_refresh->Clear();
            Send(0, nowPs);
        }
    }
}

void
OwnFlowControl::Send(uint16_t quanta, int64_t nowPs)
{
    FabricPacketPtr packet = MakeControlPacket(OwnPauseFrame::GetKind());
    packet->As<OwnPauseFrame>() = {quanta};
    GetPort().SendControl(std::move(packet), nowPs);
    if (quanta > 0)
    {
        m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + QuantaPs(quanta) / 2));
    }
}

void
OwnFlowControl::Refresh()
{
    Send(LONGEST, GetPort().GetClock().ToPs(NowTicks()));
}

void
OwnFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    if (packet.kind != OwnPauseFrame::GetKind())
    {
        return; // a frame of another flow control
    }
    const uint16_t quanta = packet.As<OwnPauseFrame>().quanta;
    m_pausedMask = quanta > 0 ? ALL : 0;
    if (quanta > 0)
    {
        m_expiry->Schedule(GetPort().GetClock().ToTicks(packet.readyPs + QuantaPs(quanta)));
    }
    else
    {
        m_expiry->Clear();
        GetPort().Kick(packet.readyPs);
    }
}

void
OwnFlowControl::Expire()
{
    m_pausedMask = 0;
    GetPort().Kick(GetPort().GetClock().ToPs(NowTicks()));
}

int64_t
OwnFlowControl::QuantaPs(uint32_t quanta) const
{
    return SerializationPs(quanta * QUANTUM_BYTES, GetPort().GetRatebps());
}

bool
OwnFlowControl::DoIsLossless(uint8_t /* lane */) const
{
    return true;
}

uint64_t
OwnFlowControl::DoGetReservedBytes() const
{
    return m_headroomBytes;
}

std::string
OwnFlowControl::DoDescribeBlock(uint8_t /* lane */) const
{
    return m_pausedMask ? "the link is paused" : "";
}

} // namespace ns3
