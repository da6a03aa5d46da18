// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BIT_ERRORS_H
#define AI_FABRIC_BIT_ERRORS_H

#include "directed-failure.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Bits of links are wrong for a while, each independently with probability Rate, so that a frame of
 * L bytes is lost with probability 1 - (1 - Rate)^(8 L). Without From and To, all links have
 * errors.
 *
 * Rate is the rate behind forward error correction. A healthy link with forward error correction
 * loses almost nothing; a failing link loses whole code words, so that errors come in bursts, which
 * this class does not model.
 */
class BitErrors final : public DirectedFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoChangeSides(const FabricNetwork& network,
                       uint32_t link,
                       const LinkImpairments::Sides& sides,
                       bool begins) const override;
    bool DoTakesAll() const override;

    double m_rate; //!< probability that a bit is wrong
};

} // namespace ns3

#endif // AI_FABRIC_BIT_ERRORS_H
