// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_NOTIFIER_H
#define AI_FABRIC_CONGESTION_NOTIFIER_H

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * How the receiving end of a queue pair notifies the sender of marked packets: by the next
 * acknowledgement (BECN), by congestion notification packets (CNP), or by both.
 *
 * Invariant: between two CNPs that share a clock at least Settings::intervalPs pass.
 */
class CongestionNotifier
{
  public:
    /** Kind and rate of notifications. */
    struct Settings
    {
        int64_t intervalPs{0}; //!< shortest time between two CNPs, in ps
        /** If an acknowledgement is sent anyway, it carries the notification in place of a CNP. */
        bool onAck{false};
        bool echoes{true}; //!< acknowledgements carry BECN for marked packets
        /** Earliest next CNP of all queue pairs with this clock, in ps; null: own clock. */
        int64_t* nextPs{nullptr};
        bool sendsCnps{true}; //!< false: CNPs are sent by another part
    };

    /**
     * Forgets all marks seen so far.
     *
     * @param settings settings from now on
     */
    void Start(const Settings& settings)
    {
        *this = CongestionNotifier();
        m_settings = settings;
    }

    /** @return true if acknowledgements carry notifications in place of CNPs */
    bool IsOnAck() const
    {
        return m_settings.onAck;
    }

    /**
     * Called when a marked packet came.
     *
     * @param nowPs current time, in ps
     * @param acknowledged true if an acknowledgement will carry the notification
     * @return true if a CNP must be sent now
     */
    bool NotifyMark(int64_t nowPs, bool acknowledged)
    {
        m_seen = m_settings.echoes;
        int64_t& nextPs = m_settings.nextPs ? *m_settings.nextPs : m_nextPs;
        if ((m_settings.onAck && acknowledged) || nowPs < nextPs || !m_settings.sendsCnps)
        {
            return false;
        }
        nextPs = nowPs + m_settings.intervalPs;
        return true;
    }

    /**
     * Called once per acknowledgement.
     *
     * @return true if the acknowledgement to be sent now carries BECN
     */
    bool TakeEcho()
    {
        return std::exchange(m_seen, false);
    }

  private:
    Settings m_settings;
    int64_t m_nextPs{0}; //!< earliest next CNP in ps, if no clock is shared
    bool m_seen{false};  //!< a marked packet has come since the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_NOTIFIER_H
