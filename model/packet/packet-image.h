// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_IMAGE_H
#define AI_FABRIC_PACKET_IMAGE_H

#include "fabric-packet.h"

#include <functional>
#include <memory>
#include <string>
#include <typeindex>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Transfer of extras of one type to another process of the same program.
 */
struct PacketExtrasImage
{
    std::type_index type; //!< type of the extras
    /** Appends the values of the extras. */
    std::function<void(std::string& to, const PacketExtras& extras)> save;
    /** Creates the extras from the values, and moves the pointer behind them. */
    std::function<std::unique_ptr<PacketExtras>(const char*& from)> load;
};

/**
 * Called before the simulation, in every process.
 *
 * @param name name of the type, such as "CongestionField"
 * @param image transfer functions; they replace those of the same name
 * @return true
 */
bool RegisterPacketExtras(const std::string& name, PacketExtrasImage image);

/**
 * Ends the program if the packet's extras are not registered.
 *
 * @param to string to which the packet is appended, without its FIFO
 * @param packet packet to save
 */
void SavePacket(std::string& to, const FabricPacket& packet);

/**
 * @param from data of SavePacket(); is moved to its end
 * @return the packet
 */
FabricPacketPtr LoadPacket(const char*& from);

} // namespace ns3

#endif // AI_FABRIC_PACKET_IMAGE_H
