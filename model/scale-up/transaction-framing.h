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
 * adds the headers of the packet. Transactions of different messages do not share a packet.
 */
class TransactionFraming : public RdmaFraming
{
  public:
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

  protected:
    /** Checks the attributes. */
    void NotifyConstructionCompleted() override;

    /**
     * Commands and data one behind the other, padded to 4 B.
     *
     * @param payloadBytes payload of a packet in bytes
     * @return bytes of the payload in the frame
     */
    uint32_t DoGetPayloadBytes(uint32_t payloadBytes) const override;

  private:
    uint32_t m_transactionBytes{256}; //!< data of a transaction
    uint32_t m_commandBytes{0};       //!< command of a transaction
};

} // namespace ns3

#endif // AI_FABRIC_TRANSACTION_FRAMING_H
