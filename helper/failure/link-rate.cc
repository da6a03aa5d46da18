// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-rate.h"

namespace ns3
{

void
SetLinkRate(const FabricNetwork& network, uint32_t link, uint64_t ratebps)
{
    network.channels[link]->SetRate(ratebps);
    for (uint32_t side : {0U, 1U})
    {
        const auto node = network.channels[link]->GetDevice(side)->GetNode();
        if (const auto fabricSwitch = node->GetObject<FabricSwitch>())
        {
            fabricSwitch->NotifyRate();
        }
    }
}

} // namespace ns3
