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
 * How the receiving end of a queue pair tells the sender of marked packets: in the next
 * acknowledgement (BECN), by congestion notification packets (CNP), or by both.
 *
 * Invariant: from one CNP to the next of all that share a clock at least Settings::intervalPs pass.
 */
class CongestionNotifier
{
  public:
    /** How it tells. */
    struct Settings
    {
        int64_t intervalPs{0}; //!< least time between two CNPs
        bool onAck{false}; //!< where an acknowledgement is sent anyway, it tells and no CNP is sent
        bool echoes{true}; //!< acknowledgements carry BECN for marks
        int64_t* nextPs{nullptr}; //!< the earliest CNP of all that share this; null: it has its own
        bool sendsCnps{true};     //!< else somebody else does
    };

    /** Forgets all marks seen so far. @param settings that hold from now on */
    void Start(const Settings& settings)
    {
        *this = CongestionNotifier();
        m_settings = settings;
    }

    /** @return whether acknowledgements tell of marks in place of CNPs */
    bool IsOnAck() const
    {
        return m_settings.onAck;
    }

    /**
     * A marked packet came.
     *
     * @param nowPs the time
     * @param acknowledged whether an acknowledgement will tell of it
     * @return whether a CNP must be sent now
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
     * @return whether the acknowledgement that is about to be sent carries BECN; asked once each
     */
    bool TakeEcho()
    {
        return std::exchange(m_seen, false);
    }

  private:
    Settings m_settings;
    int64_t m_nextPs{0}; //!< the earliest CNP, if it shares no clock
    bool m_seen{false};  //!< a marked packet came since the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_NOTIFIER_H
