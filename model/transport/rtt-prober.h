// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RTT_PROBER_H
#define AI_FABRIC_RTT_PROBER_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * When a sender probes the round trip, for a congestion control that asks for it
 * (CongestionNeeds::probePs).
 *
 * One probe is on its way at a time. With the answer to it, or LOST_PS after it without one,
 *     next probe = max(now, last probe + interval)   while there is work,
 * so a path whose round trip is longer than the interval gets one probe per round trip. The first
 * one goes with the first work. LOST_PS is that of NVIDIA's DOCA PCC template (ABORT_TIME, 300 us).
 *
 * Invariant: a probe that is lost costs its bytes and that time, and nothing waits for it.
 */
class RttProber
{
  public:
    static constexpr int64_t LOST_PS = 300'000'000; //!< after it a probe counts as lost, in ps

    /** Its sender, or a test. */
    class Client
    {
      public:
        /** @return whether anything waits to be sent or acknowledged */
        virtual bool HasProbedWork() const = 0;

        /** @param nowPs the time, which the probe carries there and back */
        virtual void SendProbe(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /**
     * @param client outlives it
     * @param node id of the Node, context of its event
     * @param intervalPs from one probe to the next, at least; positive
     */
    RttProber(Client& client, uint32_t node, int64_t intervalPs);
    ~RttProber();

    RttProber(const RttProber&) = delete;
    RttProber& operator=(const RttProber&) = delete;

    /** There is work. @param nowPs the time */
    void Start(int64_t nowPs);

    /**
     * @param sentPs what the answer carries
     * @param nowPs the time
     */
    void NotifyAnswer(int64_t sentPs, int64_t nowPs);

  private:
    void OnTimer();
    void Schedule(int64_t duePs);

    Client& m_client;
    int64_t m_intervalPs;
    std::optional<int64_t> m_sentPs; //!< the last probe; unset: there was none
    TickClock m_clock;
    Ptr<FabricEvent> m_timer; //!< the next probe is due
};

} // namespace ns3

#endif // AI_FABRIC_RTT_PROBER_H
