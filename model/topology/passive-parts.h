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
 * Interface of generators with parts that are counted and priced but do not forward and are not
 * nodes, such as optical circuit switches.
 */
class PassiveParts
{
  public:
    /** All parts of one kind. */
    struct Part
    {
        std::string kind; //!< such as "optical-switch"
        uint64_t count;   //!< number of parts
        uint64_t ports;   //!< ports in use per part
    };

    virtual ~PassiveParts() = default;

    /** @return all parts; throws the errors of Generate() */
    virtual std::vector<Part> GetPassiveParts() const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_PASSIVE_PARTS_H
