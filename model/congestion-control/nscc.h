// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NSCC_H
#define AI_FABRIC_NSCC_H

#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Network-signal based congestion control of Ultra Ethernet, NSCC: a window controlled by marks and
 * delay.
 *
 * Source: UE specification 1.0, 3.6.13, as far as it is public, and the model of its authors, htsim
 * (uec.cpp), for the constants. Everything scales with the network: with T the idle round trip of
 * the path, Tn the longest one of the network (NetworkRtt; without it T), R the line rate, M the
 * payload of a full packet and D the target of the queueing delay,
 *
 *     a = R Tn / (100 Gb/s * 12 us)       Wmax = MaxWindow * R T
 *     D = TargetDelay, or TargetScaling * Tn
 *
 * An acknowledgement of B bytes has a delay d, its round trip minus T, and may be marked. Four
 * cases:
 *
 *     no mark, d < D     proportional increase   I += ProportionalIncrease M a / 12 us * B (D - d)
 *     no mark, d >= D    fair increase           I += FairIncrease M a B
 *     mark,    d < D     nothing: another path will do
 *     mark,    d >= D    decrease, if the average A of d is above D and the last decrease T ago:
 *                        W *= max(1 - Gamma (A - D) / A, 1 - MaxDecrease)
 *
 * The increase takes effect, W += I / W, after AdjustPackets full packets or Tn; Eta M a is added
 * every Tn. Fast increase replaces the proportional increase: when a whole window has been
 * acknowledged with d below FastDelay, W += FastIncrease a B, until d reaches FastDelay.
 *
 * Quick adaptation is checked at the end of each T + D. If a packet was lost or trimmed in that
 * time, or d was above QuickThreshold * D, and less than Wmax / 2^QuickGate bytes were
 * acknowledged, W is set to the acknowledged bytes; marks and losses of the bytes that were on
 * their way at that time are ignored. Otherwise W is reduced by the bytes of each lost packet.
 *
 *     A = w x + (1 - w) A, w = DelayWeight, with x = T / 4 for unmarked d above D, else d;
 *         a loss counts as d = Tn
 *
 * Invariant: M <= W <= max(M, Wmax). W starts at InitialWindow, or at Wmax.
 */
class Nscc final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return window in bytes, with its fraction */
    double GetExactWindow() const
    {
        return m_window;
    }

    /** @return target of the queueing delay, in ps */
    double GetTargetPs() const
    {
        return m_targetPs;
    }

    /** @return average queueing delay, in ps */
    double GetAveragePs() const
    {
        return m_averagePs;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyLoss(const LossEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    /** @return true if this acknowledgement or loss has no other effect */
    bool QuickAdapt(int64_t nowPs, bool lossOrMark, double delayPs, uint64_t inflightBytes);
    void Increase(double bytes, double delayPs);
    void Decrease(int64_t nowPs);
    void Average(double delayPs);
    void Fulfill(int64_t nowPs);
    void Publish();

    Time m_targetDelay;            //!< 0: by m_targetScaling
    double m_targetScaling;        //!< in Tn
    Time m_networkRtt;             //!< 0: the round trip of the path
    double m_proportionalIncrease; //!< full packets
    double m_fairIncrease;         //!< full packets
    double m_eta;                  //!< full packets
    double m_fastIncrease;
    Time m_fastDelay;
    double m_gamma;
    double m_maxDecrease;
    double m_delayWeight;
    double m_quickThreshold; //!< in D
    uint32_t m_quickGate;    //!< shift
    uint32_t m_adjustPackets;
    double m_initialWindow;    //!< full packets; 0: the largest
    double m_maxWindowScaling; //!< in R T

    double m_rttPs{0};      //!< T
    double m_networkPs{0};  //!< Tn
    double m_targetPs{0};   //!< D
    double m_scale{0};      //!< a
    double m_mtu{0};        //!< M, in bytes
    double m_maxWindow{0};  //!< Wmax, in bytes
    double m_window{0};     //!< W, in bytes
    double m_increase{0};   //!< I, in bytes^2
    double m_averagePs{0};  //!< A
    double m_fastBytes{0};  //!< bytes acknowledged in a row without delay
    bool m_fast{false};     //!< a whole window was acknowledged without delay
    double m_roundBytes{0}; //!< bytes acknowledged since the increase took effect
    int64_t m_roundPs{0};   //!< time of the last Eta increase
    int64_t m_cutPs{0};     //!< time of the last decrease
    bool m_wasCut{false};   //!< there was a decrease

    double m_achievedBytes{0}; //!< bytes acknowledged since the last check of quick adaptation
    int64_t m_quickPs{0};      //!< time of its next check
    bool m_quickBegun{false};  //!< there was a check
    bool m_quickDue{false};    //!< a packet was lost since the last adaptation
    double m_toIgnore{0};      //!< bytes that were on their way at the last adaptation
    double m_ignored{0};       //!< bytes of these that have been acknowledged or lost
};

} // namespace ns3

#endif // AI_FABRIC_NSCC_H
