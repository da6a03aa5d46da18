// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CODEWORD_ERRORS_H
#define AI_FABRIC_CODEWORD_ERRORS_H

#include "directed-failure.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class ReedSolomonCode;

/**
 * @ingroup ai-fabric-failure
 * Bits of links are wrong for a while before forward error correction, each independently with
 * probability Rate. Codewords with more wrong symbols than the code corrects are lost, and so are
 * all frames with a byte in such a codeword:
 *     P(frame of L bytes) = 1 - (1 - P(codeword))^(1 + (8 L - 1) / (DataSymbols * SymbolBits))
 * because a frame begins anywhere in a codeword; see ReedSolomonCode. Without From and To, all
 * links have errors.
 *
 * Codewords are not interleaved, and frames that share a lost codeword are lost independently of
 * each other. FecLatency of the channel is the delay of the correction.
 */
class CodewordErrors final : public DirectedFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckEach(const FabricTopology& topology,
                     const std::vector<uint32_t>& links) const override;
    void DoChangeSides(const FabricNetwork& network,
                       uint32_t link,
                       const LinkImpairments::Sides& sides,
                       bool begins) const override;
    bool DoTakesAll() const override;

    ReedSolomonCode GetCode() const;
    LinkImpairments::Errors GetErrors() const;

    double m_rate;              //!< probability that a bit is wrong before correction
    uint32_t m_codewordSymbols; //!< n, symbols of a codeword
    uint32_t m_dataSymbols;     //!< k, data symbols of a codeword
    uint32_t m_symbolBits;      //!< bits of a symbol
};

} // namespace ns3

#endif // AI_FABRIC_CODEWORD_ERRORS_H
