// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_LINK_RETRY_H
#define AI_FABRIC_NO_LINK_RETRY_H

#include "link-retry.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Damaged frames are lost: transports repair the loss end to end.
 */
class NoLinkRetry final : public LinkRetry
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsNeeded() const override;
    void DoStart() override;
    uint64_t DoGetBufferBytes() const override;
    void DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs) override;
    bool DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    void DoNotifyLink() override;
};

} // namespace ns3

#endif // AI_FABRIC_NO_LINK_RETRY_H
