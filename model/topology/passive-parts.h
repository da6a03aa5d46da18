// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PASSIVE_PARTS_H
#define AI_FABRIC_PASSIVE_PARTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * What a topology generator is besides if links of its topology pass through parts that are no
 * nodes, such as optical circuit switches: they forward nothing, but are counted and paid for.
 */
class PassiveParts
{
  public:
    /** Parts of a kind. */
    struct Part
    {
        std::string kind; //!< such as "optical-switch"
        uint64_t count;   //!< how many
        uint64_t ports;   //!< that are in use on each
    };

    virtual ~PassiveParts() = default;

    /** @return all of them; throws as Generate() does */
    virtual std::vector<Part> GetPassiveParts() const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_PASSIVE_PARTS_H
