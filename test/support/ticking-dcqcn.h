// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TICKING_DCQCN_H
#define AI_FABRIC_TICKING_DCQCN_H

#include <cstdint>
#include <map>
#include <utility>

namespace ns3
{

/**
 * DCQCN's reaction point written the naive way, the oracle for Dcqcn: every timer is a list entry
 * that is really executed, one tick after the other, whether or not anybody looks.
 *
 * Written from the law in dcqcn.h; shares no code with it.
 */
class TickingDcqcn
{
  public:
    /** What Dcqcn has as attributes, with raw units. */
    struct Config
    {
        double lineRate;       //!< bit/s
        int64_t alphaTimer;    //!< ps
        double gain;           //!< 0 to 1
        double initialAlpha;   //!< 0 to 1
        bool periodicAlpha;    //!< alpha on its own clock
        int64_t decreaseClock; //!< ps; 0: every CNP cuts
        double minFactor;      //!< 0 to 1
        bool clampTarget;      //!< every cut lowers the target
        double firstFraction;  //!< 0 to 1
        int64_t increaseTimer; //!< ps
        int64_t byteCounter;   //!< bytes; 0: off
        uint64_t fastSteps;    //!< F
        double additive;       //!< bit/s
        double hyper;          //!< bit/s
        bool scaleHyper;       //!< i-th hyper increase is i times as large
        double minRate;        //!< bit/s, at least 1
    };

    /** @param config what to be */
    explicit TickingDcqcn(const Config& config);

    /** A CNP comes. @param now the time in ps, never decreasing */
    void Cnp(int64_t now);

    /**
     * A packet leaves.
     *
     * @param now the time in ps
     * @param bytes on the wire
     */
    void Sent(int64_t now, int64_t bytes);

    /** @param now the time in ps @return the rate in bit/s, rounded */
    uint64_t Rate(int64_t now);

    /** @param now the time in ps @return the target rate in bit/s, rounded */
    uint64_t Target(int64_t now);

    /** @param now the time in ps @return alpha */
    double Alpha(int64_t now);

    /** @return how many ticks were executed */
    uint64_t GetTickCount() const
    {
        return m_ticks;
    }

  private:
    /** In the order in which they run at one instant. */
    enum class Timer
    {
        ALPHA,
        DECREASE,
        INCREASE
    };

    /** Runs all timers that are due by then, one after another. */
    void RunUntil(int64_t now);
    /** Lets a timer expire then. */
    void Arm(Timer timer, int64_t when);
    /** Takes a timer away. */
    void Disarm(Timer timer);
    /** Alpha moves, by whether there was a CNP. */
    void OnAlpha();
    /** Lowers the rate. */
    void Cut(int64_t now);
    /** One increase event, before its stage counts it. */
    void Raise();

    Config m_config;
    std::multimap<std::pair<int64_t, Timer>, Timer> m_agenda; //!< timers by time, then by order
    double m_rate;                                            //!< RC, in bit/s
    double m_target;                                          //!< RT, in bit/s
    double m_alpha;
    uint64_t m_timeStage{0};    //!< T
    uint64_t m_byteStage{0};    //!< BC
    int64_t m_sentBytes{0};     //!< since the byte counter expired or started
    bool m_counting{false};     //!< there was a cut
    bool m_started{false};      //!< there was a CNP
    bool m_alphaFlag{false};    //!< a CNP came since the alpha timer's last tick
    bool m_decreaseFlag{false}; //!< a CNP came since the last cut
    uint64_t m_ticks{0};        //!< of timers so far
};

} // namespace ns3

#endif // AI_FABRIC_TICKING_DCQCN_H
