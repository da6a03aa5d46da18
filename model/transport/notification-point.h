// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NOTIFICATION_POINT_H
#define AI_FABRIC_NOTIFICATION_POINT_H

#include "packet-outlet.h"
#include "rdma-counters.h"
#include "rdma-packet-maker.h"

#include "ns3/congestion-receiver.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The notification point of a queue pair (NP; DCQCN, SIGCOMM'15, section 3.1): decides when the
 * sender, the reaction point, is notified of marked packets, and makes the notifications.
 *
 * The sender is notified by the next acknowledgement (BECN), by congestion notification packets
 * (CNP), or by both. Values of the receiver's half of a congestion control travel as CNPs do.
 *
 * Invariant: between two CNPs that share a clock at least Settings::intervalPs pass.
 */
class NotificationPoint
{
  public:
    /** Kind, rate and class of notifications. */
    struct Settings
    {
        int64_t intervalPs{0}; //!< shortest time between two CNPs, in ps
        /** If an acknowledgement is sent anyway, it carries the notification in place of a CNP. */
        bool onAck{false};
        bool echoes{true};      //!< acknowledgements carry BECN for marked packets
        bool sendsCnps{true};   //!< false: the receiver's half reports marks itself
        bool datagram{false};   //!< a CNP goes to the source of the marked packet
        ServiceClass service{}; //!< class of notifications
        /** Earliest next CNP of all queue pairs with this clock, in ps; null: own clock. */
        int64_t* nextPs{nullptr};
        PacketOutlet* outlet{nullptr};     //!< sends notifications; must outlive this object
        RdmaPacketMaker* packets{nullptr}; //!< of the queue pair; must outlive this object
        RdmaCounters* counters{nullptr};   //!< of the NIC; must outlive this object
    };

    /**
     * Forgets all marks seen so far.
     *
     * @param settings settings from now on
     */
    void Start(const Settings& settings)
    {
        *this = NotificationPoint();
        m_settings = settings;
    }

    /**
     * Sends by another NIC from now on.
     *
     * @param outlet sends notifications; must outlive this object
     * @param nextPs earliest next CNP of all queue pairs with this clock, in ps; null: own clock
     * @param counters counters of the NIC; must outlive this object
     */
    void MoveTo(PacketOutlet& outlet, int64_t* nextPs, RdmaCounters& counters)
    {
        m_settings.outlet = &outlet;
        m_settings.nextPs = nextPs;
        m_settings.counters = &counters;
    }

    /** @return settings of the last Start() */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /** @return true if acknowledgements carry notifications in place of CNPs */
    bool IsOnAck() const
    {
        return m_settings.onAck;
    }

    /**
     * Notifies the sender of a mark, at once or with the next acknowledgement.
     *
     * @param packet marked packet
     */
    void HandleMark(const FabricPacket& packet);

    /**
     * Decides whether a marked packet causes a CNP.
     *
     * @param nowPs current time, in ps
     * @param acknowledged true if an acknowledgement will carry the notification
     * @return true if a CNP must be sent now
     */
    bool DecideCnp(int64_t nowPs, bool acknowledged);

    /**
     * Called once per acknowledgement.
     *
     * @return true if the acknowledgement to be sent now carries BECN
     */
    bool TakeEcho()
    {
        return std::exchange(m_seen, false);
    }

    /**
     * Notifies the receiver's half of a packet with payload. Responses to READs do not count: they
     * do not belong to messages of the other end.
     *
     * @param packet packet that arrived
     * @param receiver receiver's half of the congestion control
     */
    void HandleArrival(const FabricPacket& packet, CongestionReceiver& receiver) const;

    /**
     * Sends a value of the receiver's half to the sender's half.
     *
     * @param value value of the receiver's half
     * @param nowPs current time, in ps
     */
    void SendControl(uint64_t value, int64_t nowPs) const;

  private:
    FabricPacketPtr MakeCnp(int64_t nowPs) const;

    Settings m_settings;
    int64_t m_nextPs{0}; //!< earliest next CNP in ps, if no clock is shared
    bool m_seen{false};  //!< a marked packet has come since the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_NOTIFICATION_POINT_H
