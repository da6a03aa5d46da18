// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RETRANSMISSION_TIMER_H
#define AI_FABRIC_RETRANSMISSION_TIMER_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Time that a queue pair waits for an acknowledgement before it sends again.
 */
class RetransmissionTimer : public Object
{
  public:
    /** Inputs of the timeout. */
    struct Situation
    {
        int64_t ackTimeoutPs;     //!< RdmaNic::AckTimeout
        uint32_t timeouts;        //!< timeouts in a row without progress
        uint64_t inflightPackets; //!< packets sent and not acknowledged
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param situation situation of the queue pair
     * @return timeout from now in ps, at least 1
     */
    int64_t GetTimeoutPs(const Situation& situation)
    {
        return DoGetTimeoutPs(situation);
    }

    /**
     * A timer is taken to keep its timeout after 64 timeouts in a row.
     *
     * @param ackTimeoutPs RdmaNic::AckTimeout in ps
     * @param timeouts number of timeouts in a row
     * @return longest time in ps that they take, at most 2^60; for a timer that limits the sum of
     * timeouts, as many times AckTimeout
     */
    int64_t GetLongestWaitPs(int64_t ackTimeoutPs, uint64_t timeouts);

    /**
     * @return true: RdmaNic::RetryCount limits the timeouts without progress, as in IBTA vol. 1,
     * 9.9.2.4; false: it limits their sum, to RetryCount * AckTimeout
     */
    bool CountsRetries() const
    {
        return DoCountsRetries();
    }

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  private:
    virtual int64_t DoGetTimeoutPs(const Situation& situation) = 0;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    /** @return true by default */
    virtual bool DoCountsRetries() const
    {
        return true;
    }
};

} // namespace ns3

#endif // AI_FABRIC_RETRANSMISSION_TIMER_H
