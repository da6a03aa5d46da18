// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "impaired-links.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/reed-solomon-code.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectedFailure);

TypeId
DirectedFailure::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DirectedFailure")
            .SetParent<FailureOfLinks>()
            .SetGroupName("AiFabric")
            .AddAttribute(
                "OneWay",
                "true: only packets from From to To are affected; false: both directions.",
                BooleanValue(false),
                MakeBooleanAccessor(&DirectedFailure::m_oneWay),
                MakeBooleanChecker());
    return tid;
}

void
DirectedFailure::DoCheckLinks(const FabricTopology& topology,
                              const std::vector<uint32_t>& links) const
{
    if (m_oneWay && GetFrom().empty())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         " OneWay: is true without From and To; expected both, since a failure of "
                         "all links has no direction");
    }
    uint64_t checkedbps = 0;
    for (const uint32_t link : links)
    {
        const uint64_t ratebps = topology.links[link].ratebps;
        if (ratebps != std::exchange(checkedbps, ratebps))
        {
            DoGetImpairment(ratebps);
        }
    }
}

void
DirectedFailure::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    LinkImpairments::Sides sides{true, true};
    if (m_oneWay)
    {
        sides[1 - GetSide(network.topology, link)] = false;
    }
    const auto impairment = DoGetImpairment(network.topology.links[link].ratebps);
    LinkImpairments::Change(network, link, sides, impairment, begins);
}

FabricFault
DirectedFailure::DoDescribe(const FabricNetwork& network) const
{
    FabricFault fault = FailureOfLinks::DoDescribe(network);
    fault.what += m_oneWay ? " one way" : "";
    return fault;
}

NS_OBJECT_ENSURE_REGISTERED(DegradedLink);

TypeId
DegradedLink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DegradedLink")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DegradedLink>()
                            .AddAttribute("Rate",
                                          "Remaining rate of the link, in each affected direction.",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&DegradedLink::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

LinkImpairments::Impairment
DegradedLink::DoGetImpairment(uint64_t ratebps) const
{
    if (m_rate.GetBitRate() < FabricTopology::MIN_RATE_BPS || m_rate.GetBitRate() >= ratebps)
    {
        throw InputError("ns3::DegradedLink Rate: is " + std::to_string(m_rate.GetBitRate()) +
                         "bps; expected at least " + std::to_string(FabricTopology::MIN_RATE_BPS) +
                         "bps and less than the rate of the link, " + std::to_string(ratebps) +
                         "bps");
    }
    return {m_rate.GetBitRate()};
}

NS_OBJECT_ENSURE_REGISTERED(LaneLoss);

TypeId
LaneLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LaneLoss")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LaneLoss>()
                            .AddAttribute("Lanes",
                                          "Lanes of a link: 4 for InfiniBand 4X and for 400 Gb/s "
                                          "with 100G optics, 8 with 50G optics.",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&LaneLoss::m_lanes),
                                          MakeUintegerChecker<uint32_t>(2, 16))
                            .AddAttribute("Lost",
                                          "Number of lanes that fail, less than Lanes.",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&LaneLoss::m_lost),
                                          MakeUintegerChecker<uint32_t>(1, 15));
    return tid;
}

LinkImpairments::Impairment
LaneLoss::DoGetImpairment(uint64_t ratebps) const
{
    if (m_lost >= m_lanes)
    {
        throw InputError("ns3::LaneLoss Lost: is " + std::to_string(m_lost) +
                         "; expected fewer than the " + std::to_string(m_lanes) +
                         " Lanes, or ns3::LinkFailure");
    }
    const uint64_t leftbps =
        ratebps / m_lanes * (m_lanes - m_lost) + ratebps % m_lanes * (m_lanes - m_lost) / m_lanes;
    if (leftbps < FabricTopology::MIN_RATE_BPS)
    {
        throw InputError("ns3::LaneLoss Lost: leaves less than " +
                         std::to_string(FabricTopology::MIN_RATE_BPS) +
                         "bps; expected fewer lanes lost, or faster links");
    }
    return {leftbps};
}

NS_OBJECT_ENSURE_REGISTERED(BitErrors);

TypeId
BitErrors::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BitErrors")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BitErrors>()
                            .AddAttribute("Rate",
                                          "Bit error rate: probability that a bit is wrong.",
                                          DoubleValue(1e-9),
                                          MakeDoubleAccessor(&BitErrors::m_rate),
                                          MakeDoubleChecker<double>(1e-18, 0.1));
    return tid;
}

LinkImpairments::Impairment
BitErrors::DoGetImpairment(uint64_t /* ratebps */) const
{
    return {UINT64_MAX, m_rate, 0};
}

NS_OBJECT_ENSURE_REGISTERED(CodewordErrors);

TypeId
CodewordErrors::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CodewordErrors")
            .SetParent<DirectedFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<CodewordErrors>()
            .AddAttribute("Rate",
                          "Bit error rate before error correction. Links are designed for 2.4e-4; "
                          "a link with a higher rate is about to fail.",
                          DoubleValue(1e-3),
                          MakeDoubleAccessor(&CodewordErrors::m_rate),
                          MakeDoubleChecker<double>(1e-9, 0.1))
            .AddAttribute("CodewordSymbols",
                          "Symbols in a codeword: 544 for RS(544,514), IEEE 802.3 clause 91 (KP4); "
                          "272 for the low-latency RS(272,257).",
                          UintegerValue(544),
                          MakeUintegerAccessor(&CodewordErrors::m_codewordSymbols),
                          MakeUintegerChecker<uint32_t>(3, 65535))
            .AddAttribute("DataSymbols",
                          "Symbols in a codeword that carry data: 514, or 257. Half of the parity "
                          "symbols, rounded down, can be corrected: 15, or 7.",
                          UintegerValue(514),
                          MakeUintegerAccessor(&CodewordErrors::m_dataSymbols),
                          MakeUintegerChecker<uint32_t>(1, 65534))
            .AddAttribute("SymbolBits",
                          "Bits in a symbol.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&CodewordErrors::m_symbolBits),
                          MakeUintegerChecker<uint32_t>(1, 16));
    return tid;
}

LinkImpairments::Impairment
CodewordErrors::DoGetImpairment(uint64_t /* ratebps */) const
{
    if (m_dataSymbols >= m_codewordSymbols)
    {
        throw InputError("ns3::CodewordErrors DataSymbols: is " + std::to_string(m_dataSymbols) +
                         "; expected fewer than the " + std::to_string(m_codewordSymbols) +
                         " CodewordSymbols");
    }
    const ReedSolomonCode code{m_codewordSymbols, m_dataSymbols, m_symbolBits};
    // As an error rate of bits, because a frame has some more bits: (1 - bit)^dataBits = 1 -
    // P(codeword)
    const double lost = std::min(code.GetUncorrectable(m_rate), 1 - 1e-9);
    const double bit = -std::expm1(std::log1p(-lost) / code.GetDataBits());
    return {UINT64_MAX, bit, -std::expm1((code.GetDataBits() - 1) * std::log1p(-bit))};
}

} // namespace ns3
