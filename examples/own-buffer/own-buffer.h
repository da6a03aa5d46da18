// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_BUFFER_H
#define AI_FABRIC_OWN_BUFFER_H

#include "ns3/switch-buffer.h"

#include <cstdint>

namespace ns3
{

/**
 * A buffer that trims (Handley et al., "Re-architecting datacenter networks and stacks for low
 * latency and high performance", SIGCOMM 2017): with Q bytes waiting for an egress queue, a frame
 * of L bytes
 *
 *     Q + L <= QueueBytes   comes in,
 *     else                  goes on without its payload in HeaderPriority,
 *
 * where the same holds for what is left, and what finds no room there either is dropped.
 */
class OwnBuffer : public SwitchBuffer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return why a packet was trimmed or dropped */
    static DropReason GetReason();

  private:
    void DoConfigure(const std::vector<PortNeeds>& ports) override;
    BufferAnswer DoAdmit(Account& in,
                         const Account& out,
                         const PortNeeds& needs,
                         bool lossless,
                         uint32_t bytes) override;
    void DoRelease(Account& in, bool lossless, uint32_t bytes) override;
    bool DoMayResume(const Account& in) const override;
    bool DoTrims() const override;

    uint64_t m_queueBytes;    //!< of each egress queue
    uint8_t m_headerPriority; //!< of what has been trimmed
};

} // namespace ns3

#endif // AI_FABRIC_OWN_BUFFER_H
