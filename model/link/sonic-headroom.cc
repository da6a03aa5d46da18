// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sonic-headroom.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SonicHeadroom);

namespace
{

constexpr uint64_t KIB = 1024;

/** @return the next multiple of 1024 B */
uint64_t
CeilKib(double bytes)
{
    return static_cast<uint64_t>(std::ceil(bytes / KIB)) * KIB;
}

} // namespace

TypeId
SonicHeadroom::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SonicHeadroom")
            .SetParent<HeadroomCalculator>()
            .SetGroupName("AiFabric")
            .AddConstructor<SonicHeadroom>()
            .AddAttribute("CellBytes",
                          "Unit of the packet memory: Spectrum 96, Spectrum-2 and -3 144, "
                          "Spectrum-4 and -5 192, Spectrum-6 256; 0: CellBytes of the buffer, or "
                          "192 if that counts bytes.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SonicHeadroom::m_cellBytes)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PipelineBytes",
                          "Bytes that arrive while the pipeline notices a change; Spectrum-6: 42 "
                          "KiB.",
                          UintegerValue(19 * KIB),
                          ReadOnce(MakeUintegerAccessor(&SonicHeadroom::m_pipelineBytes)),
                          MakeUintegerChecker<uint64_t>(KIB))
            .AddAttribute("MacPhyBytes",
                          "Bytes held in MAC and PHY.",
                          DoubleValue(0.8 * KIB),
                          ReadOnce(MakeDoubleAccessor(&SonicHeadroom::m_macPhyBytes)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("PeerResponseBytes",
                          "Bytes that the other end sends before it obeys, at rates without "
                          "reaction quanta.",
                          DoubleValue(3.8 * KIB),
                          ReadOnce(MakeDoubleAccessor(&SonicHeadroom::m_peerResponseBytes)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("QuantaTable",
                          "Use the reaction quanta of the rate for the response of the other "
                          "end, if known; older releases of SONiC did not.",
                          BooleanValue(true),
                          ReadOnce(MakeBooleanAccessor(&SonicHeadroom::m_quantaTable)),
                          MakeBooleanChecker())
            .AddAttribute("LosslessMtuBytes",
                          "Longest packet of lossless traffic, in bytes; older releases of "
                          "SONiC: 1500.",
                          UintegerValue(1024),
                          ReadOnce(MakeUintegerAccessor(&SonicHeadroom::m_losslessMtuBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("PortMtuBytes",
                          "Longest packet of the port, in bytes.",
                          UintegerValue(9100),
                          ReadOnce(MakeUintegerAccessor(&SonicHeadroom::m_portMtuBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("SmallPacketPercentage",
                          "Percentage of packets of 64 B, which waste most of their cells.",
                          DoubleValue(100),
                          ReadOnce(MakeDoubleAccessor(&SonicHeadroom::m_smallPacketPercentage)),
                          MakeDoubleChecker<double>(0, 100))
            .AddAttribute("GearboxDelay",
                          "Delay of a gearbox between port and cable, one way.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&SonicHeadroom::m_gearboxDelay)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("EightLanesFrom",
                          "Ports of at least this rate have eight lanes.",
                          DataRateValue(DataRate("800Gb/s")),
                          ReadOnce(MakeDataRateAccessor(&SonicHeadroom::m_eightLanesFrom)),
                          MakeDataRateChecker());
    return tid;
}

SonicHeadroom::Profile
SonicHeadroom::GetProfile(uint64_t ratebps, double cableMetres, uint32_t bufferCellBytes) const
{
    constexpr uint32_t usualCellBytes = 192;
    const uint32_t given = m_cellBytes > 0 ? m_cellBytes : bufferCellBytes;
    const uint32_t cellBytes = given > 0 ? given : usualCellBytes;
    constexpr double metresPerSecond = 198e6; // speed of light in the cable
    constexpr double divisor = 8 * KIB;
    const double mbps = static_cast<double>(ratebps) / 1e6;
    const double cell = cellBytes;
    const double worst = cellBytes > 128 ? cell / 64 : 2 * cell / (1 + cell);
    const double share = (100 - m_smallPacketPercentage + m_smallPacketPercentage * worst) / 100;
    const double cableBytes = 2 * cableMetres * mbps * 1e9 / metresPerSecond / divisor;
    const double gearboxBytes = mbps * m_gearboxDelay.ToDouble(Time::NS) / divisor;
    const auto quanta = m_quantaTable ? PauseReactionQuanta(ratebps) : std::nullopt;
    const double peerBytes = quanta ? *quanta * (PAUSE_QUANTUM_BITS / 8.0) : m_peerResponseBytes;
    const double wayBytes = static_cast<double>(m_portMtuBytes) + cableBytes + 2 * gearboxBytes +
                            m_macPhyBytes + peerBytes;
    const bool eightLanes = ratebps >= m_eightLanesFrom.GetBitRate();
    const uint64_t pipelineBytes = eightLanes ? 2 * m_pipelineBytes - KIB : m_pipelineBytes;
    Profile profile{};
    profile.xoffBytes = CeilKib(static_cast<double>(m_losslessMtuBytes) + wayBytes * share);
    profile.xonBytes = CeilKib(static_cast<double>(pipelineBytes));
    profile.sizeBytes = CeilKib(static_cast<double>(profile.xoffBytes + profile.xonBytes +
                                                    (eightLanes ? m_portMtuBytes : 0)));
    return profile;
}

uint64_t
SonicHeadroom::DoGetHeadroomBytes(const HeadroomLink& link) const
{
    constexpr double psPerMetre = 5000;
    if (m_cellBytes > 0 && link.cellBytes > 0 && m_cellBytes != link.cellBytes)
    {
        throw InputError("SonicHeadroom CellBytes: is " + std::to_string(m_cellBytes) +
                         "; expected 0, or the " + std::to_string(link.cellBytes) +
                         " that the buffer has");
    }
    const double metres = static_cast<double>(link.delayPs) / psPerMetre;
    return GetProfile(link.ratebps, metres, link.cellBytes).xoffBytes;
}

} // namespace ns3
