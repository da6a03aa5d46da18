// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NOTIFICATION_POINT_H
#define AI_FABRIC_NOTIFICATION_POINT_H

#include "rdma-common.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/nstime.h"
#include "ns3/packet-fifo.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * What the queue pairs of a NIC share to tell of congestion, its notification point (NP; DCQCN,
 * SIGCOMM'15, section 3.1): whose notifications keep a distance from each other, and how long the
 * NIC takes to make one.
 *
 * Invariant: notifications leave in the order in which they were sent, each the delay that holds
 * when it is sent later; one whose delay has become shorter leaves no earlier than those before it.
 */
class NotificationPoint
{
  public:
    /** @param outlet gets what has been made; outlives it */
    explicit NotificationPoint(PacketOutlet& outlet);
    ~NotificationPoint();

    NotificationPoint(const NotificationPoint&) = delete;
    NotificationPoint& operator=(const NotificationPoint&) = delete;

    /** Once, after the scope is set; it may throw InputError. @param node id of the NIC's Node */
    void Attach(uint32_t node);

    /**
     * @param name "queue-pair", "host" or "port"; whose notifications keep the distance from each
     *        other: those of a queue pair, those to a host, or all
     */
    void SetScope(std::string name);

    /** @return its name */
    const std::string& GetScope() const
    {
        return m_scopeName;
    }

    /** @param delay from a mark to its notification, not negative */
    void SetDelay(Time delay)
    {
        m_delay = delay;
    }

    /** @return from a mark to its notification */
    Time GetDelay() const
    {
        return m_delay;
    }

    /**
     * @param host that notifications go to
     * @return when the next one may be sent, in ps; null: each queue pair has a clock of its own
     */
    int64_t* GetClock(uint32_t host);

    /** @return GetClock() of what sends to any host */
    int64_t* GetClockOfAnyHost();

    /** @param packet a notification; its readyPs is now */
    void Send(FabricPacketPtr&& packet);

    /** Forgets those that are being made. */
    void Clear();

  private:
    enum class Scope : uint8_t
    {
        QUEUE_PAIR,
        HOST,
        PORT
    };

    static constexpr uint32_t ALL_HOSTS = UINT32_MAX; //!< key of the clock of the port

    static Scope ParseScope(const std::string& name);
    void OnMade();

    PacketOutlet& m_outlet;
    std::string m_scopeName;
    Scope m_scope{Scope::QUEUE_PAIR};
    bool m_attached{false};
    uint32_t m_node{0};
    /** When the next one may be sent, by host, in ps; queue pairs hold pointers into it. */
    std::unordered_map<uint32_t, int64_t> m_clocks;
    Time m_delay;
    PacketFifo m_making; //!< readyPs of each is when it leaves
    int64_t m_lastPs{0}; //!< that of the last one
    TickClock m_clock;
    Ptr<FabricEvent> m_made; //!< the first of them is made; null: none ever took time
};

} // namespace ns3

#endif // AI_FABRIC_NOTIFICATION_POINT_H
