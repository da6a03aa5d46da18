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
 * A rate controlled by round-trip probes, as a substitute for NVIDIA's ZTR-RTTCC: it needs neither
 * marks nor acknowledgements.
 *
 * Published about ZTR-RTTCC (NVIDIA, "ZTR-RTT Congestion Control Algorithm Overview", "DOCA PCC"):
 * adapters send RTT requests, which the other end's adapter answers, and compare the round trip
 * with a target; above it the rate is cut by a factor, else raised. The rest is not published and
 * is ours: the cut of Swift, the increases of DCQCN, and a forecast, because a rate controlled by
 * the queue alone oscillates around any target.
 *
 * State: current rate RC, target rate RT, and n, the increases since the last cut. RC = RT = line
 * rate at the start. At each answer, with rtt its round trip and previous the round trip of the
 * answer before:
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
 * A longer queue delays the answer that reports it. Therefore an overdue probe also cuts, by
 * MaxDecrease, when it has been on its way for limit, 2 limit, 4 limit and so on. A probe counts as
 * on its way from the first packet sent after the probe was due; without packets no probe is
 * overdue.
 *
 * RateAi, RateHai and MinRate are fractions of the line rate, so that they fit all rates. The idle
 * round trip is that of a full packet; a probe is shorter, so its target allows slightly more
 * queueing than TargetDelay. A lost probe is overdue until the next one.
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
    /** @return limit of the round trip, in ps */
    int64_t GetLimitPs() const;
    /**
     * @param nowPs current time, in ps
     * @param factor factor of RC, at most 1
     */
    void Cut(int64_t nowPs, double factor);
    void Increase();
    void PublishRate(int64_t nowPs);

    Time m_probeInterval;              //!< positive
    Time m_targetDelay;                //!< allowed queueing delay
    double m_horizon;                  //!< in differences between two answers
    double m_beta;                     //!< 0 to 1
    double m_maxDecrease;              //!< 0 to 1
    uint32_t m_fastRecoverySteps;      //!< F
    uint32_t m_additiveSteps;          //!< A
    double m_rateAi;                   //!< fraction of the line rate
    double m_rateHai;                  //!< fraction of the line rate
    double m_minRate;                  //!< fraction of the line rate
    double m_linebps{0};               //!< line rate in bit/s
    double m_currentbps{0};            //!< RC, in bit/s
    double m_targetbps{0};             //!< RT, in bit/s
    uint64_t m_increases{0};           //!< n
    std::optional<int64_t> m_cutPs;    //!< time of the last cut, in ps; unset: none
    std::optional<int64_t> m_previous; //!< round trip of the last answer, in ps
    /** Time since when a probe is on its way, in ps; unset: none. */
    std::optional<int64_t> m_askedPs;
    int64_t m_probeDuePs{0}; //!< time of the next probe, if there is work
    int64_t m_overduePs{0};  //!< age of the probe at which it cuts next
};

} // namespace ns3

#endif // AI_FABRIC_RTT_CC_H
