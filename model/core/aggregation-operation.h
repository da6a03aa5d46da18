// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_OPERATION_H
#define AI_FABRIC_AGGREGATION_OPERATION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Operation of a network on the contributions of a group's members.
 */
enum class AggregationOperation : uint8_t
{
    ALL_REDUCE, //!< every member receives the sum
    REDUCE,     //!< one member receives the sum
    BROADCAST,  //!< every member receives the data of one of them
    BARRIER     //!< no data: all members learn that all have arrived
};

/**
 * @param operation operation
 * @return its name in words
 */
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

/**
 * @param operation operation
 * @return true if one member, the root, differs from the others
 */
constexpr bool
HasRoot(AggregationOperation operation)
{
    return operation == AggregationOperation::REDUCE ||
           operation == AggregationOperation::BROADCAST;
}

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_OPERATION_H
