// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_OPERATION_H
#define AI_FABRIC_AGGREGATION_OPERATION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * What a network does with the contributions of the members of a group.
 */
enum class AggregationOperation : uint8_t
{
    ALL_REDUCE, //!< every member gets the sum
    REDUCE,     //!< one member gets the sum
    BROADCAST,  //!< every member gets what one of them gives
    BARRIER     //!< no data: everybody learns that everybody is there
};

/** @param operation any @return it in words */
constexpr const char*
ToString(AggregationOperation operation)
{
    switch (operation)
    {
    case AggregationOperation::ALL_REDUCE:
        return "all-reduce";
    case AggregationOperation::REDUCE:
        return "reduce";
    case AggregationOperation::BROADCAST:
        return "broadcast";
    case AggregationOperation::BARRIER:
        return "barrier";
    }
    return "";
}

/** @param operation any @return whether one member differs from the others: the root */
constexpr bool
HasRoot(AggregationOperation operation)
{
    return operation == AggregationOperation::REDUCE ||
           operation == AggregationOperation::BROADCAST;
}

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_OPERATION_H
