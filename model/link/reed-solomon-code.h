// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REED_SOLOMON_CODE_H
#define AI_FABRIC_REED_SOLOMON_CODE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * A block code that corrects t = floor((n - k) / 2) of the n symbols of a codeword, k of which
 * carry data. If bits are wrong independently with probability b, and a symbol has m bits,
 *     p = 1 - (1 - b)^m
 *     P(uncorrectable) = sum over i > t of C(n, i) p^i (1 - p)^(n - i)
 * RS(544,514) of 400 Gb/s Ethernet and NDR (IEEE 802.3 clause 91, "KP4") has t = 15, the
 * low-latency RS(272,257) t = 7, both with symbols of 10 bits.
 */
class ReedSolomonCode
{
  public:
    /**
     * @param symbols n, symbols per codeword
     * @param dataSymbols k, data symbols per codeword, less than n
     * @param symbolBits m, bits per symbol
     */
    ReedSolomonCode(uint32_t symbols, uint32_t dataSymbols, uint32_t symbolBits);

    /**
     * @param rate probability that a bit is wrong, in [0, 1)
     * @return probability that a codeword is lost
     */
    double GetUncorrectable(double rate) const;

    /** @return data bits per codeword */
    double GetDataBits() const
    {
        return static_cast<double>(m_dataSymbols) * m_symbolBits;
    }

    /** @return t, correctable symbols per codeword */
    uint32_t GetCorrectable() const
    {
        return (m_symbols - m_dataSymbols) / 2;
    }

  private:
    uint32_t m_symbols;
    uint32_t m_dataSymbols;
    uint32_t m_symbolBits;
};

} // namespace ns3

#endif // AI_FABRIC_REED_SOLOMON_CODE_H
