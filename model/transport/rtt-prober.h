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
 * Times of round-trip probes of a sender, for a congestion control that needs them
 * (CongestionNeeds::probePs).
 *
 * One probe is on its way at a time. When its answer comes, or LOST_PS after the probe without an
 * answer,
 *     next probe = max(now, last probe + interval)   while there is work,
 * so a path whose round trip is longer than the interval gets one probe per round trip. The first
 * probe is sent with the first work. LOST_PS is the value of NVIDIA's DOCA PCC template
 * (ABORT_TIME, 300 us).
 *
 * Invariant: a lost probe costs its bytes and LOST_PS; no other part waits for it.
 */
class RttProber
{
  public:
    /** Time after which a probe counts as lost, in ps. */
    static constexpr int64_t LOST_PS = 300'000'000;

    /** Interface of the sender, or a test. */
    class Client
    {
      public:
        /** @return true if data waits to be sent or acknowledged */
        virtual bool HasProbedWork() const = 0;

        /** @param nowPs current time, in ps; the probe and its answer carry it */
        virtual void SendProbe(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /**
     * @param client sender; must outlive this object
     * @param node id of the Node, context of its event
     * @param intervalPs shortest time from one probe to the next, in ps; positive
     */
    RttProber(Client& client, uint32_t node, int64_t intervalPs);
    ~RttProber();

    RttProber(const RttProber&) = delete;
    RttProber& operator=(const RttProber&) = delete;

    /**
     * Called when there is work.
     *
     * @param nowPs current time, in ps
     */
    void Start(int64_t nowPs);

    /**
     * @param sentPs time of the probe, from its answer, in ps
     * @param nowPs current time, in ps
     */
    void NotifyAnswer(int64_t sentPs, int64_t nowPs);

  private:
    void OnTimer();
    void Schedule(int64_t duePs);

    Client& m_client;
    int64_t m_intervalPs;
    std::optional<int64_t> m_sentPs; //!< time of the last probe, in ps; unset: none
    TickClock m_clock;
    Ptr<FabricEvent> m_timer; //!< time of the next probe
};

} // namespace ns3

#endif // AI_FABRIC_RTT_PROBER_H
