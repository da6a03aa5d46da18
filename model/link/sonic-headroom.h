// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SONIC_HEADROOM_H
#define AI_FABRIC_SONIC_HEADROOM_H

#include "headroom-calculator.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * The dynamic headroom of SONiC for Spectrum switches (sonic-swss, buffer_headroom_mellanox.lua),
 * in bytes:
 *
 *     worst   = cell/64 if cell > 128, else 2 cell/(1 + cell)      cells taken by short packets
 *     share   = (100 - s + s * worst) / 100                        s: percentage of short packets
 *     cable   = 2 * metres * Mbps * 1e9/198e6 / 8192
 *     gearbox = Mbps * ns / 8192
 *     peer    = 64 * reaction quanta of the rate
 *     xoff    = ceil1K(losslessMtu + share * (portMtu + cable + 2 gearbox + macPhy + peer))
 *     xon     = ceil1K(pipeline)                      with eight lanes: 2 pipeline - 1024
 *     size    = ceil1K(xoff + xon)                    with eight lanes: + portMtu
 *
 * The divisor is 8192, as in SONiC, where one would expect 8000.
 *
 * A SharedBuffer keeps xoff beyond the threshold; SONiC reserves xon below the threshold. The
 * cable's length is computed from the delay of the link at 5 ns/m.
 */
class SonicHeadroom final : public HeadroomCalculator
{
  public:
    /** The three sizes of a lossless buffer profile, in bytes. */
    struct Profile
    {
        uint64_t xoffBytes; //!< room beyond the threshold
        uint64_t xonBytes;  //!< room below the threshold
        uint64_t sizeBytes; //!< total reservation
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ratebps rate of the port, in bit/s
     * @param cableMetres length of its cable, in metres
     * @param bufferCellBytes cell size of the buffer, used unless CellBytes is given; 0: no cells
     * @return profile that SONiC gives to such a port
     */
    Profile GetProfile(uint64_t ratebps, double cableMetres, uint32_t bufferCellBytes = 0) const;

  private:
    uint64_t DoGetHeadroomBytes(const HeadroomLink& link) const override;

    uint32_t m_cellBytes; //!< 0: the cells of the buffer
    uint64_t m_pipelineBytes;
    double m_macPhyBytes;
    double m_peerResponseBytes; //!< used for rates outside the table
    bool m_quantaTable;         //!< PauseReactionQuanta() is used for rates in its table
    uint64_t m_losslessMtuBytes;
    uint64_t m_portMtuBytes;
    double m_smallPacketPercentage;
    Time m_gearboxDelay;       //!< delay of one gearbox
    DataRate m_eightLanesFrom; //!< lowest rate of a port with eight lanes
};

} // namespace ns3

#endif // AI_FABRIC_SONIC_HEADROOM_H
