// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MPI_MESSAGES_H
#define AI_FABRIC_MPI_MESSAGES_H

#include "ns3/net-device.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Messages that ns3::MpiInterface carries between the ranks of ns-3's own DistributedSimulatorImpl.
 * Each rank has built the same Nodes and runs those with its SystemId. Without ns-3's module mpi
 * there is always one rank.
 */
class MpiMessages
{
  public:
    MpiMessages() = delete;

    /** @return whether MpiInterface is enabled and has several ranks */
    static bool AreInUse();

    /** @return number of ranks; 1 unless AreInUse() */
    static uint32_t CountRanks();

    /**
     * @param bytes message to another rank
     * @param ticks time when the callback of Receive() gets it, at least a look-ahead from now
     * @param to device at the other rank
     * @throw InputError if the bytes do not fit into a message
     */
    static void Send(const std::string& bytes, int64_t ticks, const NetDevice& to);

    /**
     * Sets the receiver of a device, once per device. Two messages of the same time may come in any
     * order.
     *
     * @param at device of this rank
     * @param callback gets the messages that other ranks send to the device
     */
    static void Receive(NetDevice& at, std::function<void(const char* bytes)> callback);
};

} // namespace ns3

#endif // AI_FABRIC_MPI_MESSAGES_H
