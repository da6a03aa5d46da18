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
 * How extras of one type get into another process of the same program.
 */
struct PacketExtrasImage
{
    std::type_index type; //!< of the extras
    /** Appends their values. */
    std::function<void(std::string& to, const PacketExtras& extras)> save;
    /** Makes them again, and moves behind the values. */
    std::function<std::unique_ptr<PacketExtras>(const char*& from)> load;
};

/**
 * Before the simulation, in every process.
 *
 * @param name of the type, such as "CongestionField"
 * @param image how they travel; replaces that of the same name
 * @return true
 */
bool RegisterPacketExtras(const std::string& name, PacketExtrasImage image);

/**
 * Ends the program if the packet's extras are not registered.
 *
 * @param to where the packet is appended, without the FIFO that it is in
 * @param packet any
 */
void SavePacket(std::string& to, const FabricPacket& packet);

/** @param from where SavePacket() wrote; is moved behind it @return the packet */
FabricPacketPtr LoadPacket(const char*& from);

} // namespace ns3

#endif // AI_FABRIC_PACKET_IMAGE_H
