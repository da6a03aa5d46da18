// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CRC_ECMP_PATH_SELECTOR_H
#define AI_FABRIC_CRC_ECMP_PATH_SELECTOR_H

#include "ecmp-path-selector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * ECMP as in switch chips: the CRC-32 of IEEE 802.3 over the bytes of the five-tuple,
 *
 *     port = rotate(crc(source and destination address, protocol, source and destination port),
 *                   Rotation) mod number of ports
 *
 * with addresses of HostIpv4(), protocol 17, destination port 4791, and with DestQueuePair the
 * queue pair of the BTH behind them (E-ECMP, SIGCOMM'24).
 *
 * The CRC starts with the seed of the switch. A CRC is linear, so another seed changes the same
 * bits in the CRC of every flow: where numbers of ports are powers of two, flows that meet at one
 * switch meet at the next one, whatever its seed (polarization). The remedy is to use other bits of
 * the CRC: a Rotation that every switch draws.
 */
class CrcEcmpPathSelector final : public EcmpPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;

    bool m_destQueuePair;
    int32_t m_rotation; //!< rotation in bits; -1: each switch draws it
};

} // namespace ns3

#endif // AI_FABRIC_CRC_ECMP_PATH_SELECTOR_H
