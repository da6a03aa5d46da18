// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSACTION_FRAMING_H
#define AI_FABRIC_TRANSACTION_FRAMING_H

#include "ns3/rdma-framing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Framing of a network that carries memory transactions. A message is a sequence of transactions of
 * TransactionBytes; the last one may be shorter. A packet packs all transactions of its payload,
 * which go to one destination in one class:
 *
 *     payload in the frame = n * CommandBytes + the data of n transactions
 *
 * The limit of packing is the NIC's MtuBytes. A subclass says how command and data are stored, and
 * adds the headers of the packet. With a PackingTransport a frame may also have the transactions of
 * several packets, and acknowledgements.
 */
class TransactionFraming : public RdmaFraming
{
  public:
    /** Contents of a frame that several packets share. */
    struct Contents
    {
        uint32_t transactions{0}; //!< number of transactions with data
        uint32_t dataBytes{0};    //!< their data, as stored
        uint32_t answers{0};      //!< number of acknowledgements
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return data of a transaction in bytes, at least 1 */
    uint32_t GetTransactionBytes() const
    {
        return m_transactionBytes;
    }

    /** @return command of a transaction in bytes */
    uint32_t GetCommandBytes() const
    {
        return m_commandBytes;
    }

    /**
     * @param payloadBytes payload of a packet in bytes
     * @return number of its transactions
     */
    uint32_t CountTransactions(uint32_t payloadBytes) const
    {
        return (payloadBytes + m_transactionBytes - 1) / m_transactionBytes;
    }

    /**
     * @param contents contents of a frame
     * @param payloadBytes payload of a packet that joins them, at least 1
     * @return contents with the transactions of the packet
     */
    Contents Add(Contents contents, uint32_t payloadBytes) const
    {
        contents.transactions += CountTransactions(payloadBytes);
        contents.dataBytes += DoGetDataBytes(payloadBytes);
        return contents;
    }

    /**
     * @param contents contents of a frame
     * @return length of the frame in bytes; buffers count this length
     */
    uint32_t GetSharedFrameBytes(const Contents& contents) const
    {
        return FabricFraming::GetFrameBytes(m_transportBytes + DoGetContentsBytes(contents));
    }

  protected:
    /** Checks the attributes. */
    void NotifyConstructionCompleted() override;

  private:
    uint32_t DoGetPayloadBytes(uint32_t payloadBytes) const final;

    /**
     * @param payloadBytes payload of a packet in bytes, at least 1
     * @return bytes of its data as stored; by default payloadBytes
     */
    virtual uint32_t DoGetDataBytes(uint32_t payloadBytes) const;

    /**
     * Called for payloads, which have no answers, and for shared frames.
     *
     * @param contents contents of a frame
     * @return bytes that they take between the headers and trailers of a packet; by default
     * commands and data one behind the other, padded to 4 B, and nothing for answers
     */
    virtual uint32_t DoGetContentsBytes(const Contents& contents) const;

    uint32_t m_transactionBytes{256}; //!< data of a transaction
    uint32_t m_commandBytes{0};       //!< command of a transaction
    uint32_t m_transportBytes{0};     //!< headers and trailers of the transport with data
};

} // namespace ns3

#endif // AI_FABRIC_TRANSACTION_FRAMING_H
