// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_PORT_STATUS_H
#define AI_FABRIC_MRC_PORT_STATUS_H

#include "mrc-header.h"

#include "ns3/fabric-event.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * The status of the ports at both ends of a connection, as one half knows it (OCP MRC 1.0: a
 * port-status update has a bit per port). When a port of its host goes down or up, the half tells
 * the other half after DelayPs, and again every RepeatPs until it is answered. Updates are
 * numbered; an older one that comes later is ignored.
 *
 * Assumed: each half of a connection tells its other half; an update is sent at most MOST_TRIES
 * times, as losses tell the other half, too.
 */
class MrcPortStatus final
{
  public:
    static constexpr uint32_t MOST_TRIES = 8; //!< transmissions of an update

    /** The half. */
    class Owner
    {
      public:
        /**
         * @param status update or answer, an ENDPOINT_REQUEST or ENDPOINT_RESPONSE
         * @param nowPs present time in ps
         */
        virtual void SendPortStatus(const MrcControl& status, int64_t nowPs) = 0;

      protected:
        ~Owner() = default;
    };

    /**
     * @param owner the half, which outlives this object
     * @param node node of its host
     * @param delayPs time from a change to the first update, in ps
     * @param repeatPs time between updates, in ps
     */
    MrcPortStatus(Owner& owner, uint32_t node, int64_t delayPs, int64_t repeatPs);
    ~MrcPortStatus();
    MrcPortStatus(const MrcPortStatus&) = delete;
    MrcPortStatus& operator=(const MrcPortStatus&) = delete;

    /** @param down bit per port of this host without a link @param nowPs present time in ps */
    void SetOwn(uint32_t down, int64_t nowPs);

    /**
     * @param status update or answer that has come
     * @param nowPs present time in ps
     * @return true if other ports of the other host are down now
     */
    bool Receive(const MrcControl& status, int64_t nowPs);

    /** @return bit per port of the other host that is down, as far as it has told */
    uint32_t GetOther() const
    {
        return m_other;
    }

  private:
    void OnTimer();

    Owner& m_owner;
    Ptr<FabricEvent> m_timer; //!< an update is due
    int64_t m_delayPs;
    int64_t m_repeatPs;
    uint32_t m_own{0};         //!< ports of this host that are down
    uint32_t m_other{0};       //!< ports of the other host that are down
    uint32_t m_tries{0};       //!< updates sent since the last change
    uint16_t m_number{0};      //!< number of the last change
    uint16_t m_otherNumber{0}; //!< number of the last update of the other half
};

} // namespace ns3

#endif // AI_FABRIC_MRC_PORT_STATUS_H
