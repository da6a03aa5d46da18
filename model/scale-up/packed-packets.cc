// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packed-packets.h"

#include "ns3/byte-image.h"
#include "ns3/packet-image.h"

#include <memory>
#include <string>

namespace ns3
{

namespace
{

[[maybe_unused]] const bool g_registered =
    RegisterPacketExtras("PackedPackets",
                         {typeid(PackedPackets),
                          [](std::string& to, const PacketExtras& extras) {
                              const auto& packed = static_cast<const PackedPackets&>(extras);
                              SaveValue(to, packed.ownPayloadBytes);
                              SaveValue(to, packed.ownEndpoint);
                              SaveValue<uint64_t>(to, packed.others.size());
                              for (const auto& packet : packed.others)
                              {
                                  SavePacket(to, *packet);
                              }
                          },
                          [](const char*& from) {
                              auto packed = std::make_unique<PackedPackets>();
                              packed->ownPayloadBytes = LoadValue<uint32_t>(from);
                              packed->ownEndpoint = LoadValue<uint32_t>(from);
                              packed->others.resize(LoadValue<uint64_t>(from));
                              for (auto& packet : packed->others)
                              {
                                  packet = LoadPacket(from);
                              }
                              return packed;
                          }});

} // namespace

} // namespace ns3
