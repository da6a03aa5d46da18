// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packet-image.h"

#include "congestion-field.h"
#include "foreign-frame.h"
#include "telemetry-digest.h"
#include "telemetry-stack.h"
#include "telemetry-tag.h"

#include "ns3/abort.h"
#include "ns3/byte-image.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <map>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace ns3
{

namespace
{

constexpr size_t MAC_BYTES = 6;

void
SaveForeignFrame(std::string& to, const PacketExtras& extras)
{
    const auto& frame = static_cast<const ForeignFrame&>(extras);
    std::string bytes(frame.packet->GetSerializedSize(), '\0');
    frame.packet->Serialize(reinterpret_cast<uint8_t*>(bytes.data()),
                            static_cast<uint32_t>(bytes.size()));
    SaveText(to, bytes);
    for (const auto& address : {frame.source, frame.dest})
    {
        std::array<uint8_t, MAC_BYTES> mac;
        address.CopyTo(mac.data());
        SaveValue(to, mac);
    }
    SaveValue(to, frame.protocol);
}

std::unique_ptr<PacketExtras>
LoadForeignFrame(const char*& from)
{
    auto frame = std::make_unique<ForeignFrame>();
    const std::string bytes = LoadText(from);
    frame->packet = Create<Packet>(reinterpret_cast<const uint8_t*>(bytes.data()),
                                   static_cast<uint32_t>(bytes.size()),
                                   true);
    for (auto* const address : {&frame->source, &frame->dest})
    {
        address->CopyFrom(LoadValue<std::array<uint8_t, MAC_BYTES>>(from).data());
    }
    frame->protocol = LoadValue<uint16_t>(from);
    return frame;
}

/** By name: the position is the number of the type, the same in all processes. */
std::map<std::string, PacketExtrasImage>&
GetImages()
{
    static std::map<std::string, PacketExtrasImage> images{
        {"CongestionField",
         {typeid(CongestionField),
          [](std::string& to, const PacketExtras& extras) {
              SaveValue(to, static_cast<const CongestionField&>(extras).value);
          },
          [](const char*& from) {
              return std::make_unique<CongestionField>(LoadValue<uint64_t>(from));
          }}},
        {"ForeignFrame", {typeid(ForeignFrame), &SaveForeignFrame, &LoadForeignFrame}},
        {"TelemetryDigest",
         {typeid(TelemetryDigest),
          [](std::string& to, const PacketExtras& extras) {
              const auto& digest = static_cast<const TelemetryDigest&>(extras);
              SaveValue(to, digest.wireBytes);
              SaveValue(to, digest.code);
          },
          [](const char*& from) {
              auto digest = std::make_unique<TelemetryDigest>(LoadValue<uint32_t>(from));
              digest->code = LoadValue<uint16_t>(from);
              return digest;
          }}},
        {"TelemetryStack",
         {typeid(TelemetryStack),
          [](std::string& to, const PacketExtras& extras) {
              const auto& stack = static_cast<const TelemetryStack&>(extras);
              SaveValue(to, stack.room);
              SaveValue(to, stack.count);
              SaveValue(to, stack.path);
              for (uint32_t hop = 0; hop < stack.count; ++hop)
              {
                  SaveValue(to, stack.hops[hop]);
              }
          },
          [](const char*& from) {
              auto stack = std::make_unique<TelemetryStack>(LoadValue<uint32_t>(from));
              stack->count = LoadValue<uint32_t>(from);
              stack->path = LoadValue<uint64_t>(from);
              for (uint32_t hop = 0; hop < stack->count; ++hop)
              {
                  stack->hops[hop] = LoadValue<TelemetryHop>(from);
              }
              return stack;
          }}},
        {"TelemetryTag",
         {typeid(TelemetryTag),
          [](std::string& to, const PacketExtras& extras) {
              const auto& tag = static_cast<const TelemetryTag&>(extras);
              SaveValue(to, tag.sourceEndpoint);
              SaveValue(to, tag.value);
          },
          [](const char*& from) {
              auto tag = std::make_unique<TelemetryTag>(LoadValue<uint32_t>(from));
              tag->value = LoadValue<uint64_t>(from);
              return tag;
          }}}};
    return images;
}

constexpr uint8_t NO_EXTRAS = UINT8_MAX;

void
SaveExtras(std::string& to, const PacketExtras& extras)
{
    const std::type_index type = typeid(extras);
    uint8_t number = 0;
    for (const auto& [name, image] : GetImages())
    {
        if (image.type == type)
        {
            SaveValue(to, number);
            image.save(to, extras);
            return;
        }
        ++number;
    }
    NS_ABORT_MSG("extras of a packet between two processes: " << type.name()
                                                              << " has no RegisterPacketExtras()");
}

/** @return all fields except pointers */
auto
GetFields(FabricPacket& packet)
{
    return std::tie(packet.readyPs,
                    packet.tailPs,
                    packet.sentPs,
                    packet.pathTag,
                    packet.wireBytes,
                    packet.frameBytes,
                    packet.payloadBytes,
                    packet.sourceHost,
                    packet.destHost,
                    packet.destEndpoint,
                    packet.entropy,
                    packet.ingressPort,
                    packet.ingressLane,
                    packet.lane,
                    packet.serviceLevel,
                    packet.kind,
                    packet.transport,
                    packet.ecn,
                    packet.dscp,
                    packet.telemetry,
                    packet.scheduled,
                    packet.hops);
}

} // namespace

bool
RegisterPacketExtras(const std::string& name, PacketExtrasImage image)
{
    GetImages().insert_or_assign(name, std::move(image));
    return true;
}

void
SavePacket(std::string& to, const FabricPacket& packet)
{
    // Appended at once, because field by field takes ten times the instructions.
    std::array<char, sizeof(FabricPacket)> image;
    char* end = image.data();
    const auto put = [&end](const auto& value) {
        std::memcpy(end, &value, sizeof(value));
        end += sizeof(value);
    };
    std::apply([&put](const auto&... fields) { (put(fields), ...); },
               GetFields(const_cast<FabricPacket&>(packet)));
    put(packet.header);
    to.append(image.data(), end);
    if (packet.extras)
    {
        SaveExtras(to, *packet.extras);
    }
    else
    {
        SaveValue(to, NO_EXTRAS);
    }
}

FabricPacketPtr
LoadPacket(const char*& from)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    std::apply(
        [&from](auto&... fields) {
            ((fields = LoadValue<std::remove_reference_t<decltype(fields)>>(from)), ...);
        },
        GetFields(*packet));
    std::copy_n(from, sizeof(packet->header), reinterpret_cast<char*>(packet->header));
    from += sizeof(packet->header);
    const auto number = LoadValue<uint8_t>(from);
    if (number != NO_EXTRAS)
    {
        packet->extras = std::next(GetImages().begin(), number)->second.load(from);
    }
    return packet;
}

} // namespace ns3
