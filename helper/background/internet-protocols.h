// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INTERNET_PROTOCOLS_H
#define AI_FABRIC_INTERNET_PROTOCOLS_H

#include "host-protocols.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * TCP/IP of ns-3, as FabricInternetHelper installs it.
 */
class InternetProtocols : public HostProtocols
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    void Install(const FabricNetwork& network, int64_t stream) const override;
};

} // namespace ns3

#endif // AI_FABRIC_INTERNET_PROTOCOLS_H
