// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transport-number.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <vector>

namespace ns3
{

uint8_t
RegisterTransport(const std::string& name)
{
    constexpr std::size_t MOST = 256;
    static std::vector<std::string> names{"rdma"}; // RDMA_TRANSPORT
    const auto found = std::find(names.begin(), names.end(), name);
    const auto number = static_cast<std::size_t>(found - names.begin());
    if (found == names.end())
    {
        if (names.size() == MOST)
        {
            throw InputError("transport " + name + ": there are " + std::to_string(MOST) +
                             " already");
        }
        names.push_back(name);
    }
    return static_cast<uint8_t>(number);
}

} // namespace ns3
