// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INPUT_BUFFER_H
#define AI_FABRIC_INPUT_BUFFER_H

#include "switch-buffer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A fixed buffer per input port and virtual lane, as in InfiniBand switches.
 *
 * The credits given to a sender never exceed the buffer of its lane, so every packet that comes is
 * kept; a packet without room is an error of the flow control. Lossless links therefore need
 * credits. Packets wait in queues by output port, so a packet that cannot leave does not hold back
 * others of the same input. The room of a packet is free, and its credits are returned, when its
 * last bit has left.
 *
 * MANAGEMENT_LANE has no credits: its packets are dropped if the buffer has no room.
 *
 * Invariant: ingress bytes of a lane <= its buffer.
 */
class InputBuffer final : public SwitchBuffer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoConfigure(const std::vector<PortNeeds>& ports) override;
    BufferAnswer DoAdmit(Account& in,
                         const Account& out,
                         const PortNeeds& needs,
                         bool lossless,
                         uint32_t bytes) override;
    void DoRelease(Account& in, bool lossless, uint32_t bytes) override;
    bool DoMayResume(const Account& in) const override;
    bool DoIsFreedAtEnd() const override;
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_BUFFER_H
