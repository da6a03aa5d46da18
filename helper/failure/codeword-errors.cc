// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codeword-errors.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/reed-solomon-code.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CodewordErrors");

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

ReedSolomonCode
CodewordErrors::GetCode() const
{
    return {m_codewordSymbols, m_dataSymbols, m_symbolBits};
}

void
CodewordErrors::DoCheckEach(const FabricTopology&, const std::vector<uint32_t>&) const
{
    if (m_dataSymbols >= m_codewordSymbols)
    {
        throw InputError("ns3::CodewordErrors DataSymbols: is " + std::to_string(m_dataSymbols) +
                         "; expected fewer than the " + std::to_string(m_codewordSymbols) +
                         " CodewordSymbols");
    }
}

bool
CodewordErrors::DoTakesAll() const
{
    return true;
}

LinkImpairments::Errors
CodewordErrors::GetErrors() const
{
    const ReedSolomonCode code = GetCode();
    // As an error rate of bits, because a frame has some more bits: (1 - bit)^dataBits = 1 -
    // P(codeword)
    const double lost = std::min(code.GetUncorrectable(m_rate), 1 - 1e-9);
    const double bit = -std::expm1(std::log1p(-lost) / code.GetDataBits());
    return {bit, -std::expm1((code.GetDataBits() - 1) * std::log1p(-bit))};
}

void
CodewordErrors::DoChangeSides(const FabricNetwork& network,
                              uint32_t link,
                              const LinkImpairments::Sides& sides,
                              bool begins) const
{
    NS_LOG_FUNCTION(this << link << sides[0] << sides[1] << begins);
    LinkImpairments::ChangeErrors(network, link, sides, GetErrors(), begins);
}

} // namespace ns3
