// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RTT_CC_H
#define AI_FABRIC_RTT_CC_H

#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * A rate by probes of the round trip, in the place of NVIDIA's ZTR-RTTCC: it needs neither marks
 * nor acknowledgements.
 *
 * Known of that one (NVIDIA, "ZTR-RTT Congestion Control Algorithm Overview", "DOCA PCC"): adapters
 * send RTT requests, which the other end's adapter answers, and compare the round trip with a
 * target; beyond it the rate is cut by a factor, else raised. The rest is not published and ours:
 * the cut of Swift, the increases of DCQCN, and a forecast, without which a rate that looks at
 * nothing but the queue swings around any target.
 *
 * State: current rate RC, target rate RT, n increases since the last cut. RC = RT = line rate at
 * the start. With each answer, rtt its round trip and previous that of the one before:
 *
 *     forecast = rtt + Horizon (rtt - previous)
 *     limit    = idle round trip + TargetDelay
 *
 *     forecast > limit, and the probe was sent after the last cut:
 *         RT = RC,  n = 0
 *         RC = max(MinRate, RC max(1 - Beta (forecast - limit) / forecast, 1 - MaxDecrease))
 *     forecast <= limit:
 *         n < F      fast recovery, RT stays      F = FastRecoverySteps
 *         n < F + A  additive, RT += RateAi       A = AdditiveSteps
 *         else       hyper, RT += (n - F - A + 1) RateHai
 *         then RT = min(RT, line rate),  RC = (RT + RC) / 2,  n += 1
 *
 * The longer the queue, the later the answer that tells of it. So a probe that is overdue cuts,
 * too, by MaxDecrease, when it has been on its way for limit, 2 limit, 4 limit and so on. When the
 * first packet goes after a probe was due, it is on its way, too; where none goes nothing is
 * overdue.
 *
 * RateAi, RateHai and MinRate are parts of the line rate, so that they fit all. The idle round trip
 * is that of a full packet; a probe is shorter and sees a bit more of TargetDelay. A lost probe is
 * overdue until the next one.
 *
 * Invariant: MinRate <= RC <= RT <= line rate.
 */
class RttCc final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyProbe(int64_t nowPs, int64_t rttPs) override;
    CongestionNeeds DoGetNeeds() const override;
    /** @return the longest round trip that there should be, in ps */
    int64_t GetLimitPs() const;
    /** @param nowPs the time @param factor of RC, at most 1 */
    void Cut(int64_t nowPs, double factor);
    void Increase();
    void PublishRate(int64_t nowPs);

    Time m_probeInterval;              //!< positive
    Time m_targetDelay;                //!< what may queue
    double m_horizon;                  //!< in differences between answers
    double m_beta;                     //!< 0 to 1
    double m_maxDecrease;              //!< 0 to 1
    uint32_t m_fastRecoverySteps;      //!< F
    uint32_t m_additiveSteps;          //!< A
    double m_rateAi;                   //!< in parts of the line rate
    double m_rateHai;                  //!< likewise
    double m_minRate;                  //!< likewise
    double m_linebps{0};               //!< line rate in bit/s
    double m_currentbps{0};            //!< RC, in bit/s
    double m_targetbps{0};             //!< RT, in bit/s
    uint64_t m_increases{0};           //!< n
    std::optional<int64_t> m_cutPs;    //!< the last cut; unset: there was none
    std::optional<int64_t> m_previous; //!< round trip of the last answer, in ps
    std::optional<int64_t> m_askedPs;  //!< since when a probe is on its way; unset: none
    int64_t m_probeDuePs{0};           //!< the next probe, if there is work
    int64_t m_overduePs{0};            //!< age of that at which it cuts next
};

} // namespace ns3

#endif // AI_FABRIC_RTT_CC_H
