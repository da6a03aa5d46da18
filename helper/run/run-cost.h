// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_COST_H
#define AI_FABRIC_RUN_COST_H

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Cost of the parts of a run on the machine of SPEED_NS, from the CPU time of examples/scenarios
 * with one seed on one thread: all 70 are met within a factor of 1.5.
 */
struct RunCost
{
    static constexpr double HOP_NS = 114;        //!< a packet over a link, with or without payload
    static constexpr double CREDIT_HOP_NS = 131; //!< the same if links have credits
    static constexpr double MESSAGE_NS = 2300;   //!< a message, from its posting to its row
    static constexpr double HOST_NS = 560'000;   //!< a host, built and described in the results
    static constexpr double PAIR_NS = 10'000;    //!< two hosts with queue pairs to each other
    static constexpr double STEP_NS = 20'000;    //!< a visit of a host between checkpoints
    static constexpr double FABRIC_NS = 5e6;     //!< a fabric of any size
    static constexpr double START_S = 0.03;      //!< start of the program
    static constexpr double SPEED_NS = 555e3;    //!< fixed piece of work, see GetSlowness()
    static constexpr double SHORT_S = 5;         //!< shorter runs print no estimate

    /** @return factor by which this machine is slower than the machine of the costs */
    static double GetSlowness();
};

/** @return memory of this process in MB; 0 if the system does not say */
double GetMemoryMb();

} // namespace ns3

#endif // AI_FABRIC_RUN_COST_H
