// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IMPAIRED_LINKS_H
#define AI_FABRIC_IMPAIRED_LINKS_H

#include "failure-of-links.h"
#include "link-impairments.h"

#include "ns3/data-rate.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Links between two nodes work, but badly, in both directions or only from From to To: a link has a
 * laser, a fibre and a receiver of its own for each direction. A subclass defines the defect.
 *
 * A link that is dead in one direction is a different failure: the end that receives nothing tells
 * the other end, and both treat the link as down (link fault signaling, IEEE 802.3, 81.3.4); see
 * LinkFailure, and BlackHole for a switch that reports nothing.
 */
class DirectedFailure : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckLinks(const FabricTopology& topology,
                      const std::vector<uint32_t>& links) const final;
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const final;
    FabricFault DoDescribe(const FabricNetwork& network) const final;

    /**
     * @param ratebps rate of a link in bit/s
     * @return what the failure does to each affected direction
     * @throw InputError if the attributes do not suit the link
     */
    virtual LinkImpairments::Impairment DoGetImpairment(uint64_t ratebps) const = 0;

    bool m_oneWay; //!< true: only packets sent by From are affected
};

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes run at a lower rate for a while; LaneLoss counts lanes instead of
 * giving a rate.
 *
 * The packet being sent ends at the old rate. Routes, headroom and the line rate that queue pairs
 * assume stay unchanged; marks and telemetry follow the lower rate.
 */
class DegradedLink final : public DirectedFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    LinkImpairments::Impairment DoGetImpairment(uint64_t ratebps) const override;

    DataRate m_rate; //!< rate while the failure lasts
};

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes continue with fewer lanes for a while, like a link with a failed
 * fibre or laser:
 *     rate = (Lanes - Lost) / Lanes * rate of the link, rounded down to whole bit/s
 * For everything else see DegradedLink.
 */
class LaneLoss final : public DirectedFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    LinkImpairments::Impairment DoGetImpairment(uint64_t ratebps) const override;

    uint32_t m_lanes; //!< lanes of a link
    uint32_t m_lost;  //!< lanes lost
};

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
    LinkImpairments::Impairment DoGetImpairment(uint64_t ratebps) const override;

    bool DoTakesAll() const override
    {
        return true;
    }

    double m_rate; //!< probability that a bit is wrong
};

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
    LinkImpairments::Impairment DoGetImpairment(uint64_t ratebps) const override;

    bool DoTakesAll() const override
    {
        return true;
    }

    double m_rate;              //!< probability that a bit is wrong before correction
    uint32_t m_codewordSymbols; //!< n, symbols of a codeword
    uint32_t m_dataSymbols;     //!< k, data symbols of a codeword
    uint32_t m_symbolBits;      //!< bits of a symbol
};

} // namespace ns3

#endif // AI_FABRIC_IMPAIRED_LINKS_H
