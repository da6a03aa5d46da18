// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reed-solomon-code.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

ReedSolomonCode::ReedSolomonCode(uint32_t symbols, uint32_t dataSymbols, uint32_t symbolBits)
    : m_symbols(symbols),
      m_dataSymbols(dataSymbols),
      m_symbolBits(symbolBits)
{
    NS_ASSERT_MSG(dataSymbols < symbols, "a code without symbols to correct with");
}

double
ReedSolomonCode::GetUncorrectable(double rate) const
{
    if (rate <= 0)
    {
        return 0;
    }
    const double notWrong = m_symbolBits * std::log1p(-rate); // log(1 - p)
    const double wrong = std::log(-std::expm1(notWrong));     // log(p)
    const double n = m_symbols;
    double sum = 0;
    for (uint32_t i = m_symbols; i > GetCorrectable(); --i) // smallest terms first
    {
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1) +
                        i * wrong + (n - i) * notWrong);
    }
    return std::min(1.0, sum);
}

} // namespace ns3
