// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-header.h"

#include "ns3/byte-image.h"
#include "ns3/packet-image.h"

#include <memory>
#include <string>
#include <typeinfo>

namespace ns3
{

namespace
{

/** Transfer of AtomicOperands to another process. */
[[maybe_unused]] const bool g_atomicOperands =
    RegisterPacketExtras("AtomicOperands",
                         {typeid(AtomicOperands),
                          [](std::string& to, const PacketExtras& extras) {
                              const auto& operands = static_cast<const AtomicOperands&>(extras);
                              SaveValue(to, operands.swapOrAdd);
                              SaveValue(to, operands.compare);
                              SaveValue(to, operands.original);
                          },
                          [](const char*& from) {
                              auto operands = std::make_unique<AtomicOperands>();
                              operands->swapOrAdd = LoadValue<uint64_t>(from);
                              operands->compare = LoadValue<uint64_t>(from);
                              operands->original = LoadValue<uint64_t>(from);
                              return operands;
                          }});

} // namespace

} // namespace ns3
