// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DCQCN_H
#define AI_FABRIC_DCQCN_H

#include "rdma-congestion-control.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * DCQCN's reaction point: congestion notification packets (CNPs) cut the rate, a timer and a byte
 * counter raise it again.
 *
 * Sources: [1] Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015;
 * [2] Zhu et al., "ECN or Delay", CoNEXT 2016; [3] NVIDIA, "DCQCN CC Parameters", and the ConnectX
 * state machine as the HPCC authors model it (their rdma-hw.cc). Every rule of both machines is an
 * attribute, and the class has no notion of which of the two it is: its own defaults are the
 * paper's, those of DcqcnConnectX are the adapter's.
 *
 * State: current rate RC, target rate RT, congestion estimate alpha, and the increase events since
 * the last cut, T by the timer and BC by the byte counter. RC = RT = line rate and no timer runs
 * until the first CNP, which sets alpha = InitialAlpha and RT = RC = RateOnFirstCnp RC.
 *
 *     cut       RT = RC if ClampTargetRate, or if T + BC > 0
 *               RC = max(MinRate, RC max(MinDecreaseFactor, 1 - alpha/2))
 *               T = BC = 0, increase timer and byte counter start anew
 *     increase  max(T, BC) < F:  fast recovery, RT stays
 *               min(T, BC) > F:  hyper,    RT += i RateHai, i = min(T, BC) - F
 *               else:            additive, RT += RateAi
 *               then RT = min(RT, line rate), RC = (RT + RC)/2, T or BC += 1
 *     alpha     with a CNP:    alpha = (1 - g) alpha + g
 *               without:       alpha = (1 - g) alpha, 0 below 2^-53
 *
 * T and BC count the events before the present one, so the first F = FastRecoverySteps of them are
 * fast recovery, as in the fluid model of [2] and in [3]. A byte counter that is off leaves T alone
 * in both the minimum and the maximum. Without ScaleHyperIncrease i is 1. An alpha below 2^-53
 * would not change RC anyway: 1 - alpha/2 rounds to 1.
 *
 * When they happen:
 *  - DecreaseInterval = 0: every CNP cuts at once, before it moves alpha ([1]). Otherwise the first
 *    CNP starts a clock of that period, and a tick cuts if there was a CNP since the last one ([3],
 *    RATE_REDUCE_MONITOR_PERIOD).
 *  - PeriodicAlpha = false: every CNP moves alpha at once and restarts the alpha timer, which
 *    expires again and again without a CNP ([1]). Otherwise the first CNP starts a clock of period
 *    AlphaTimer, and each tick moves alpha by whether there was a CNP since the last tick; the
 *    first CNP itself does not count, it has set alpha ([3], DCE_TCP_RTT).
 *  - The first cut starts the increase timer and the byte counter.
 *
 * Timers that are due at or before an event run before the event. At one instant alpha's runs
 * before the cut, and the cut before the increase, which it therefore cancels. No timer is an
 * event: they are computed when the rate is looked at or an event comes in, alpha's only when
 * something needs alpha, and the result is bit for bit that of ticking.
 *
 * Invariants: MinRate <= RC <= line rate (MinRate capped at the line rate), RC <= RT <= line rate,
 * 0 <= alpha <= 1. Rates are doubles in bit/s, handed out rounded to the nearest integer.
 *
 * The CNP interval is the receiver's business (the notification point), not this class's.
 */
class Dcqcn : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param nowPs the time, never decreasing @return alpha */
    double GetAlpha(int64_t nowPs);

    /** @param nowPs the time, never decreasing @return the target rate in bit/s */
    uint64_t GetTargetRatebps(int64_t nowPs);

  protected:
    /**
     * The attribute defaults of one configuration, unless changed those of [2]. RateHai and MinRate
     * are ours: ten times RateAi, and a minimum low enough not to bind in the papers' experiments.
     */
    struct Defaults
    {
        Time alphaTimer{MicroSeconds(55)};     //!< attribute AlphaTimer
        double alphaGain{1.0 / 256};           //!< attribute AlphaGain
        double initialAlpha{1};                //!< attribute InitialAlpha
        bool periodicAlpha{false};             //!< attribute PeriodicAlpha
        Time decreaseInterval{0};              //!< attribute DecreaseInterval
        bool clampTargetRate{true};            //!< attribute ClampTargetRate
        Time increaseTimer{MicroSeconds(55)};  //!< attribute IncreaseTimer
        uint64_t byteCounterBytes{10'000'000}; //!< attribute ByteCounter
        uint32_t fastRecoverySteps{5};         //!< attribute FastRecoverySteps
        DataRate rateAi{40'000'000};           //!< attribute RateAi
        DataRate rateHai{400'000'000};         //!< attribute RateHai
        bool scaleHyperIncrease{true};         //!< attribute ScaleHyperIncrease
        DataRate minRate{10'000'000};          //!< attribute MinRate
    };

    /**
     * Registers every attribute of DCQCN with a TypeId.
     *
     * @param tid the TypeId of a configuration
     * @param defaults what its attributes default to
     * @return that TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

    /**
     * Slows increases down: AlphaTimer and IncreaseTimer times a factor when they next begin,
     * RateAi and RateHai divided by it.
     *
     * @param nowPs current time, in ps
     * @param scale positive
     */
    void SetScale(int64_t nowPs, double scale);

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyCnp(int64_t nowPs) override;
    CongestionNeeds DoGetNeeds() const override;

    /** Runs what is due of the alpha timer. */
    void AdvanceAlpha(int64_t nowPs);
    /** Runs what is due of the increase timer. */
    void RunIncreaseTimer(int64_t nowPs);
    /** The first CNP. */
    void Activate(int64_t nowPs);
    void Cut(int64_t nowPs);
    /** One increase event, before T or BC counts it. */
    void Increase(int64_t nowPs);
    /** RC is the rate from now on. */
    void PublishRate(int64_t nowPs);

    Time m_alphaTimer;            //!< positive
    double m_alphaGain;           //!< g, 0 to 1
    double m_initialAlpha;        //!< 0 to 1
    bool m_periodicAlpha;         //!< alpha moves with a clock, not with the CNP
    Time m_decreaseInterval;      //!< 0: every CNP cuts
    double m_minDecreaseFactor;   //!< 0 to 1
    bool m_clampTargetRate;       //!< every cut lowers the target too
    double m_rateOnFirstCnp;      //!< fraction of the line rate, 0 to 1
    Time m_increaseTimer;         //!< positive
    uint64_t m_byteCounterBytes;  //!< 0: no byte counter
    uint32_t m_fastRecoverySteps; //!< F, in increase events
    DataRate m_rateAi;            //!< additive increase of the target
    DataRate m_rateHai;           //!< hyper increase of the target
    bool m_scaleHyperIncrease;    //!< hyper increase grows with each step
    DataRate m_minRate;           //!< as configured
    int64_t m_alphaTimerPs{0};    //!< positive once started
    int64_t m_decreasePs{0};      //!< 0: every CNP cuts
    int64_t m_increaseTimerPs{0}; //!< positive once started
    double m_scale{1};            //!< see SetScale()
    double m_linebps{0};          //!< line rate in bit/s
    double m_minbps{0};           //!< 1 to line rate, in bit/s
    double m_currentbps{0};       //!< RC, in bit/s
    double m_targetbps{0};        //!< RT, in bit/s
    double m_alpha{0};            //!< 0 to 1
    uint64_t m_timerEvents{0};    //!< T; not counted further once RC = RT = line rate
    uint64_t m_byteEvents{0};     //!< BC, since the last cut
    int64_t m_bytesLeft{0};       //!< until the byte counter expires, positive
    int64_t m_alphaDuePs{0};      //!< next tick of the alpha timer
    int64_t m_cutDuePs{0};        //!< tick that cuts; NEVER_PS if no CNP waits for one
    int64_t m_cutClockPs{0};      //!< when the clock that cuts was started
    int64_t m_increaseDuePs{0};   //!< next expiry of the increase timer
    bool m_cnpSinceAlpha{false};  //!< PeriodicAlpha: a CNP came since the last tick
    bool m_active{false};         //!< there was a CNP
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_H
