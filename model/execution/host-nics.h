// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_NICS_H
#define AI_FABRIC_HOST_NICS_H

#include "ns3/rdma-nic.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The NICs of a host: those on the network between the servers, and that on NVLink.
 *
 * A message between two hosts of one server takes NVLink, if there is any. Between servers, a
 * message of channel c takes NIC c mod n of either host's n.
 */
struct HostNics
{
    std::vector<Ptr<RdmaNic>> scaleOut; //!< as many for every host of a job
    Ptr<RdmaNic> scaleUp;               //!< null: there is no NVLink
    uint32_t server{0};                 //!< number of the server that the host is in

    /** @param other host, not this one @return whether messages between the two take NVLink */
    bool IsScaleUp(const HostNics& other) const
    {
        return scaleUp && server == other.server;
    }

    /** @param other host, not this one @param channel of the message @return this host's NIC */
    const Ptr<RdmaNic>& GetNicTo(const HostNics& other, uint32_t channel) const
    {
        return IsScaleUp(other) ? scaleUp : scaleOut[channel % scaleOut.size()];
    }
};

} // namespace ns3

#endif // AI_FABRIC_HOST_NICS_H
