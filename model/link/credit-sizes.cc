// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-sizes.h"

#include "fabric-net-device.h"

#include "ns3/input-error.h"

#include <string>

namespace ns3
{

uint64_t
CreditSizes::GetFullRateBytes(const FabricNetDevice& port)
{
    const int64_t roundPs = 2 * port.GetDelayPs() + port.GetLatencyPs();
    return 4 * uint64_t{port.GetMaxWireBytes()} + 2 * BytesInPs(roundPs, port.GetRatebps());
}

uint32_t
CreditSizes::GetBlockBytes(const FabricNetDevice& port, const CreditSizes& peer) const
{
    if (blockBytes || peer.blockBytes)
    {
        return blockBytes ? blockBytes : peer.blockBytes;
    }
    const uint64_t bytes = std::max(GetWantedBytes(port), peer.GetWantedBytes(*port.GetPeer()));
    const uint32_t longest =
        std::min(MAX_BLOCK_BYTES,
                 std::max(port.GetMaxWireBytes(), port.GetPeer()->GetMaxWireBytes()));
    uint32_t block = 64;
    // A packet takes whole blocks, so blocks beyond the longest packet would hold no more packets.
    while (uint64_t{block} * CreditLane::MAX_CREDITS < bytes && block < longest)
    {
        block *= 2;
    }
    return block;
}

uint64_t
CreditSizes::GetReservedBytes(const FabricNetDevice& port, const CreditSizes& peer) const
{
    if (bufferBytes)
    {
        return bufferBytes;
    }
    const uint32_t block = GetBlockBytes(port, peer);
    const uint64_t blocks = (GetWantedBytes(port) + block - 1) / block;
    return std::min<uint64_t>(blocks, CreditLane::MAX_CREDITS) * block;
}

void
CreditSizes::Fix(const FabricNetDevice& port, const CreditSizes& peer)
{
    blockBytes = GetBlockBytes(port, peer);
    if (peer.blockBytes > 0 && peer.blockBytes != blockBytes)
    {
        throw InputError("CreditFlowControl BlockBytes: is " + std::to_string(blockBytes) +
                         " at one end and " + std::to_string(peer.blockBytes) +
                         " at the other; expected the same");
    }
    bufferBlocks = GetReservedBytes(port, peer) / blockBytes;
    const uint32_t largest = CountBlocks(port.GetMaxWireBytes());
    if (bufferBlocks < largest)
    {
        throw InputError("CreditFlowControl: BufferBytes must hold one packet: at least " +
                         std::to_string(uint64_t{largest} * blockBytes));
    }
    const uint32_t advertised = GetAdvertised();
    if (advertised < largest)
    {
        throw InputError("CreditFlowControl: BlockBytes is " + std::to_string(blockBytes) +
                         "; expected more, so that 2048 blocks hold one packet");
    }
    if (updateBlocks == 0)
    {
        updateBlocks = std::max(1U, advertised / 8);
    }
    // A sender that lacks credits for one packet must always be sent the credits that will free it.
    updateBlocks = std::min(updateBlocks, std::max(1U, advertised - largest));
}

CreditLoop
CreditSizes::GetLoop(const FabricNetDevice& port,
                     uint32_t creditWireBytes,
                     int64_t intervalPs) const
{
    const uint32_t packetBytes = port.GetMaxWireBytes();
    const uint32_t packetBlocks = CountBlocks(packetBytes);
    return {GetAdvertised() / packetBlocks,
            (updateBlocks + packetBlocks - 1) / packetBlocks,
            GetFullRateBytes(port),
            SerializationPs(packetBytes, port.GetRatebps()),
            SerializationPs(creditWireBytes, port.GetRatebps()) + 2 * port.GetDelayPs() +
                port.GetLatencyPs(),
            intervalPs};
}

} // namespace ns3
