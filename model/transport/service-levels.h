// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVICE_LEVELS_H
#define AI_FABRIC_SERVICE_LEVELS_H

#include "rdma-packet-maker.h"

#include "ns3/dscp-map.h"
#include "ns3/fabric-net-device.h"
#include "ns3/sl-to-vl-map.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The service levels of a NIC: the virtual lane and the DSCP of each, and the levels of data,
 * acknowledgements and congestion notifications (IBTA vol. 1, 7.6; IEEE 802.1Q priorities).
 */
class ServiceLevels
{
  public:
    /**
     * Throws InputError if packets of a service level have no lane.
     *
     * @param level service level
     * @param what kind of packets with this level, such as "data"
     */
    void CheckLevel(uint8_t level, const char* what) const;

    /** Throws InputError if acknowledgements have a service level of their own without a lane. */
    void CheckAckLevel() const;

    /**
     * @param level service level; without SlToVl it has the lane of the same number
     * @return virtual lane of its packets on the link of this NIC
     */
    uint8_t GetLane(uint8_t level) const
    {
        return m_slToVl.GetLane(level, m_laneMask);
    }

    /** @return default service level of data */
    uint8_t GetDefaultServiceLevel() const
    {
        return m_defaultLevel;
    }

    /**
     * @param level service level of the data
     * @return service level of its congestion notification packets
     */
    uint8_t GetCnpServiceLevel(uint8_t level) const;

    /**
     * @param level service level of a packet other than a notification
     * @return its DSCP
     */
    uint8_t GetDscp(uint8_t level) const
    {
        return m_dscpOfPriority[level % PRIORITY_COUNT];
    }

    /** @return DSCP of congestion notification packets */
    uint8_t GetCnpDscp() const
    {
        return m_cnpDscp;
    }

    /**
     * @param level service level
     * @return lane and DSCP of its packets
     */
    ServiceClass GetClass(uint8_t level) const
    {
        const uint8_t lane = GetLane(level);
        return {level, lane, GetDscp(lane)};
    }

    /**
     * @param level service level of the data
     * @return level, lane and DSCP of its acknowledgements
     */
    ServiceClass GetAckClass(uint8_t level) const
    {
        return GetClass(m_ackLevel < 0 ? level : static_cast<uint8_t>(m_ackLevel));
    }

  protected:
    /**
     * @param owner name of the owner in messages, such as "host 3"
     * @param port port of the NIC
     */
    void SetLanes(const std::string& owner, const FabricNetDevice& port);

    /** @param isInfiniBand true: notifications have the service level of their data by default */
    void SetInfiniBand(bool isInfiniBand)
    {
        m_isInfiniBand = isInfiniBand;
    }

    // Attributes:
    /** @param map virtual lanes by service level, as text; empty: the lane of the same number */
    void SetSlToVl(std::string map);
    /** @return the map of SetSlToVl() */
    std::string GetSlToVl() const;
    /** @param map DSCP by priority, as text */
    void SetPriorityToDscp(std::string map);
    /** @return the map of SetPriorityToDscp() */
    std::string GetPriorityToDscp() const;

    uint8_t m_defaultLevel; //!< default service level
    int32_t m_ackLevel;     //!< service level; -1: that of the data
    int32_t m_cnpLevel;     //!< service level; -1: see GetCnpServiceLevel()
    uint8_t m_cnpDscp;      //!< DSCP of congestion notifications

  private:
    std::string m_owner;                //!< name in messages
    bool m_isInfiniBand{false};         //!< see SetInfiniBand()
    bool m_hasSlToVl{false};            //!< the attribute SlToVl is set
    SlToVlMap m_slToVl;                 //!< without SlToVl the lane is the level
    uint8_t m_laneMask{0};              //!< lanes of the port
    uint32_t m_lanes{0};                //!< number of lanes of the port
    PriorityToDscpMap m_dscpOfPriority; //!< DSCP by priority of its packets
};

} // namespace ns3

#endif // AI_FABRIC_SERVICE_LEVELS_H
