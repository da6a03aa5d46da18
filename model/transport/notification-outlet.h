// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NOTIFICATION_OUTLET_H
#define AI_FABRIC_NOTIFICATION_OUTLET_H

#include "packet-outlet.h"

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
 * The outlet for the notifications of all queue pairs of a NIC: has the clocks that limit their
 * rate, and delays each by the time that the NIC takes to make one.
 *
 * Invariant: notifications leave in the order in which they were sent, each after the delay in
 * force when it is sent. After the delay has become shorter, a notification leaves no earlier than
 * those before it.
 */
class NotificationOutlet final : public PacketOutlet
{
  public:
    /** @param outlet sender of finished notifications; must outlive this object */
    explicit NotificationOutlet(PacketOutlet& outlet);
    ~NotificationOutlet() override;

    NotificationOutlet(const NotificationOutlet&) = delete;
    NotificationOutlet& operator=(const NotificationOutlet&) = delete;

    /**
     * Called once, after the scope is set; may throw InputError.
     *
     * @param node id of the NIC's Node
     */
    void Attach(uint32_t node);

    /**
     * @param name "queue-pair", "host" or "port": notifications of a queue pair, to a host, or of
     * the whole port share one clock
     */
    void SetScope(std::string name);

    /** @return name of the scope */
    const std::string& GetScope() const
    {
        return m_scopeName;
    }

    /** @param delay time from a mark to its notification, at least 0 */
    void SetDelay(Time delay)
    {
        m_delay = delay;
    }

    /** @return time from a mark to its notification */
    Time GetDelay() const
    {
        return m_delay;
    }

    /**
     * @param host index of the host that receives the notifications
     * @return earliest time of the next notification, in ps; null: each queue pair has its own
     * clock
     */
    int64_t* GetClock(uint32_t host);

    /** @return GetClock() for senders of datagrams to any host */
    int64_t* GetClockOfAnyHost();

    void Enqueue(FabricPacketPtr&& packet) override;

    /** Removes the notifications in the making. */
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
    /** Earliest time of the next notification by host, in ps; queue pairs hold pointers into it. */
    std::unordered_map<uint32_t, int64_t> m_clocks;
    Time m_delay;
    PacketFifo m_making; //!< notifications in the making; readyPs is the time at which each leaves
    int64_t m_lastPs{0}; //!< leaving time of the last one, in ps
    TickClock m_clock;
    /** The first one in the making is ready; null: no notification has ever taken time. */
    Ptr<FabricEvent> m_made;
};

} // namespace ns3

#endif // AI_FABRIC_NOTIFICATION_OUTLET_H
