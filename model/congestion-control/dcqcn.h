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
 * Sources: [1] Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015; [2]
 * Zhu et al., "ECN or Delay", CoNEXT 2016; [3] NVIDIA, "DCQCN CC Parameters", and the ConnectX
 * state machine as the HPCC authors model it (their rdma-hw.cc). Every rule of both machines is an
 * attribute. The class itself does not distinguish the two: its own defaults are the paper's, those
 * of DcqcnConnectX are the adapter's.
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
 * T and BC count the events before the present one, so the first F = FastRecoverySteps events are
 * fast recovery, as in the fluid model of [2] and in [3]. With the byte counter off, both the
 * minimum and the maximum are T. Without ScaleHyperIncrease i is 1. An alpha below 2^-53 would not
 * change RC: 1 - alpha/2 rounds to 1.
 *
 * Times of these events:
 *  - DecreaseInterval = 0: every CNP cuts at once, before it moves alpha ([1]). Otherwise the first
 *    CNP starts a clock of that period, and a tick cuts if there was a CNP since the last one ([3],
 *    RATE_REDUCE_MONITOR_PERIOD).
 *  - PeriodicAlpha = false: every CNP moves alpha at once and restarts the alpha timer, which
 *    expires again and again without a CNP ([1]). Otherwise the first CNP starts a clock of period
 *    AlphaTimer, and each tick moves alpha by whether there was a CNP since the last tick; the
 *    first CNP itself does not count, it has set alpha ([3], DCE_TCP_RTT).
 *  - The first cut starts the increase timer and the byte counter.
 *
 * Timers that are due at or before an event run before the event. At the same instant alpha's timer
 * runs before the cut, and the cut before the increase, which it therefore cancels. Timers are not
 * events of the simulator: they are computed when the rate is read or an event comes, alpha's only
 * when alpha is needed, and the result equals that of ticking bit for bit.
 *
 * Invariants: MinRate <= RC <= line rate (MinRate capped at the line rate), RC <= RT <= line rate,
 * 0 <= alpha <= 1. Rates are doubles in bit/s, handed out rounded to the nearest integer.
 *
 * The receiver's notification point controls the CNP interval, not this class.
 */
class Dcqcn : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param nowPs current time in ps, never decreasing
     * @return alpha, 0 to 1
     */
    double GetAlpha(int64_t nowPs);

    /**
     * @param nowPs current time in ps, never decreasing
     * @return target rate in bit/s
     */
    uint64_t GetTargetRatebps(int64_t nowPs);

  protected:
    /**
     * Attribute defaults of one configuration; by default those of [2]. RateHai and MinRate are
     * ours: ten times RateAi, and a minimum too low to matter in the papers' experiments.
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
     * @param defaults defaults of its attributes
     * @return that TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);

    /**
     * Slows increases down: AlphaTimer and IncreaseTimer are multiplied by a factor when they next
     * begin, RateAi and RateHai are divided by it.
     *
     * @param nowPs current time, in ps
     * @param scale factor, positive
     */
    void SetScale(int64_t nowPs, double scale);

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyCnp(int64_t nowPs) override;
    CongestionNeeds DoGetNeeds() const override;

    /** Runs the due ticks of the alpha timer. */
    void AdvanceAlpha(int64_t nowPs);
    /** Runs the due expiries of the increase timer. */
    void RunIncreaseTimer(int64_t nowPs);
    /** Handles the first CNP. */
    void Activate(int64_t nowPs);
    void Cut(int64_t nowPs);
    /** Applies one increase event, before T or BC counts it. */
    void Increase(int64_t nowPs);
    /** Sets the rate to RC from now on. */
    void PublishRate(int64_t nowPs);

    Time m_alphaTimer;            //!< positive
    double m_alphaGain;           //!< g, 0 to 1
    double m_initialAlpha;        //!< 0 to 1
    bool m_periodicAlpha;         //!< alpha is updated by a clock, not by CNPs
    Time m_decreaseInterval;      //!< 0: every CNP cuts
    double m_minDecreaseFactor;   //!< 0 to 1
    bool m_clampTargetRate;       //!< every cut also lowers the target
    double m_rateOnFirstCnp;      //!< fraction of the line rate, 0 to 1
    Time m_increaseTimer;         //!< positive
    uint64_t m_byteCounterBytes;  //!< 0: no byte counter
    uint32_t m_fastRecoverySteps; //!< F, in increase events
    DataRate m_rateAi;            //!< additive increase of the target
    DataRate m_rateHai;           //!< hyper increase of the target
    bool m_scaleHyperIncrease;    //!< hyper increase grows at each step
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
    int64_t m_bytesLeft{0};       //!< bytes until the byte counter expires, positive
    int64_t m_alphaDuePs{0};      //!< next tick of the alpha timer
    int64_t m_cutDuePs{0};        //!< tick that cuts; NEVER_PS if no CNP is pending
    int64_t m_cutClockPs{0};      //!< start of the clock that cuts
    int64_t m_increaseDuePs{0};   //!< next expiry of the increase timer
    bool m_cnpSinceAlpha{false};  //!< PeriodicAlpha: a CNP has come since the last tick
    bool m_active{false};         //!< a CNP has come
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_H
