// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UALINK_FRAMING_H
#define AI_FABRIC_UALINK_FRAMING_H

#include "transaction-framing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * UALink 200G 1.0: transactions of 64 to 256 B in flits.
 *
 *     TL flit   64 B, two halves of 32 B; a half has commands or data, data come in beats of 64 B
 *     DL flit   640 B: header 3, five segment headers of 1, TL flits 628, CRC 4
 *     frame     = ceil(640/628 * 64 ceil((32 ceil(n * CommandBytes / 32) + data) / 64))
 *
 * A write request has 8 B compressed and 16 B uncompressed, a response 4 and 8. Each transaction
 * has a response. An acknowledgement here stands for those of AckedTransactions, which is as many
 * as a full packet has. A packet has one TL flit at least. The flow of DL flits has no gap. With
 * writes of 256 B in both directions
 *
 *     628/640 * 256 / (256 + 8 + 4) = 93.7 %
 *
 * of the rate is payload; the consortium says 93 %. Credits and the replay of damaged flits are
 * those of the fabric's flow control and link retry.
 */
class UalinkFraming final : public TransactionFraming
{
  public:
    static constexpr uint32_t DL_FLIT_BYTES = 640;     //!< flit of the data link
    static constexpr uint32_t DL_PAYLOAD_BYTES = 628;  //!< TL flits in it
    static constexpr uint32_t TL_FLIT_BYTES = 64;      //!< flit of the transaction layer; a beat
    static constexpr uint32_t TL_HALF_FLIT_BYTES = 32; //!< unit of commands

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
    uint32_t DoGetDataBytes(uint32_t payloadBytes) const override;
    uint32_t DoGetContentsBytes(const Contents& contents) const override;

    uint32_t m_responseBytes{4};      //!< response to a transaction
    uint32_t m_ackedTransactions{16}; //!< responses in an acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_UALINK_FRAMING_H
