// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_TIMELY_H
#define AI_FABRIC_RDMA_TIMELY_H

#include "rdma-congestion-control.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * TIMELY: the rate follows the gradient of the round trip time.
 *
 * Sources: [1] Mittal et al., "TIMELY: RTT-based Congestion Control for the Datacenter", SIGCOMM
 * 2015, algorithm 1; [2] Zhu et al., "ECN or Delay", CoNEXT 2016, section 4 and its footnote, for
 * parameter values and the frequency of updates.
 *
 *     diff = (1 - a) diff + a (rtt - previous rtt),   gradient g = diff / MinRtt
 *     rtt < Tlow:    R = R + delta
 *     rtt > Thigh:   R = R (1 - beta (1 - Thigh / rtt))
 *     g <= 0:        R = R + N delta,   N = 5 from the fifth update in a row with g <= 0, else 1
 *     g > 0:         R = R (1 - beta g)
 *
 * There is one update for every SegmentBytes acknowledged, with the RTT of the acknowledgement that
 * completes them, and at the earliest MinRtt after the last update: tau* = max(Seg / R, MinRtt) of
 * [2]. The first sample only starts the differences. Packets are paced one by one, not sent in
 * bursts of a segment; there is no window. An RTT here begins with the first bit of a packet and
 * ends with its acknowledgement, so it contains the packet's own serialization at every hop.
 *
 * The published thresholds are for 10 Gb/s; at 100 Gb/s 50 us are 625 kB of queue.
 *
 * A gradient above 1/beta would make the rate negative, for example when several flows meet at line
 * rate. MinRate is the lower limit; the paper gives no value, ours is 1 % of its 10 Gb/s.
 *
 * Invariant: MinRate <= R <= line rate (MinRate capped at the line rate).
 */
class RdmaTimely : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** Attribute defaults in which the configurations differ. */
    struct Defaults
    {
        double beta{0.8}; //!< [2], footnote of section 4.1
    };

    /**
     * Registers the common attributes of TIMELY and its patch.
     *
     * @param tid the TypeId of a configuration
     * @param defaults defaults of its attributes
     * @return that TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

    void DoStart() override;

    double m_delta{0};         //!< additive increase, in bit/s
    double m_beta;             //!< 0 to 1
    uint32_t m_hyperSteps{5};  //!< updates without positive gradient before N grows
    uint32_t m_hyperFactor{5}; //!< N after that
    uint32_t m_fallingRtt{0};  //!< updates in a row with g <= 0, including this one

  private:
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    /**
     * Computes the rate between the two thresholds.
     *
     * @param ratebps R, in bit/s
     * @param gradient g
     * @param rttPs sampled RTT, in ps
     * @return next rate, not yet clamped, in bit/s
     */
    virtual double DoFollowGradient(double ratebps, double gradient, int64_t rttPs) const;

    Time m_lowThreshold;         //!< Tlow
    Time m_highThreshold;        //!< Thigh
    Time m_minRtt;               //!< positive
    double m_ewmaWeight;         //!< a, 0 to 1
    DataRate m_rateAi;           //!< delta
    DataRate m_minRate;          //!< as configured
    double m_initialRate;        //!< fraction of the line rate, 0 to 1
    uint64_t m_segmentBytes;     //!< payload between updates
    int64_t m_lowPs{0};          //!< Tlow
    int64_t m_highPs{0};         //!< Thigh
    int64_t m_minRttPs{0};       //!< positive once started
    double m_linebps{0};         //!< line rate in bit/s
    double m_minbps{0};          //!< 1 to line rate, in bit/s
    double m_ratebps{0};         //!< R, in bit/s
    double m_diffPs{0};          //!< smoothed difference of the RTT
    int64_t m_previousRttPs{-1}; //!< -1: no sample yet
    int64_t m_updatedPs{0};      //!< time of the last sample
    uint64_t m_ackedBytes{0};    //!< payload acknowledged since then
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_TIMELY_H
