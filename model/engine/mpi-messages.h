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
 * What ns3::MpiInterface carries between the ranks of ns-3's own DistributedSimulatorImpl. Each
 * rank has built the same Nodes and runs those that have its SystemId. Where ns-3 has no module mpi
 * there are never several ranks.
 */
class MpiMessages
{
  public:
    MpiMessages() = delete;

    /** @return whether MpiInterface is enabled and has several ranks */
    static bool AreInUse();

    /** @return how many ranks there are; 1 unless AreInUse() */
    static uint32_t CountRanks();

    /**
     * @param bytes to another rank
     * @param ticks when they are given to what Receive() was told, at least a look-ahead from now
     * @param to the device there
     * @throw InputError if they are more than a message takes
     */
    static void Send(const std::string& bytes, int64_t ticks, const NetDevice& to);

    /**
     * Once per device. Two messages of one time may come in any order.
     *
     * @param at a device of this rank
     * @param callback gets what other ranks send to it
     */
    static void Receive(NetDevice& at, std::function<void(const char* bytes)> callback);
};

} // namespace ns3

#endif // AI_FABRIC_MPI_MESSAGES_H
