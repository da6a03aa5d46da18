// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "program-attributes.h"

#include "type-names.h"

namespace ns3
{

namespace
{

/** An attribute that a scenario cannot set. */
struct Row
{
    const char* type; //!< class, or base of the classes
    const char* attribute;
    const char* reason; //!< reason in words
};

constexpr const char* NO_RECEIVES =
    "hosts of a scenario are always ready to receive, as none posts receive requests";
constexpr const char* BELOW_THRESHOLD =
    "it is of what SONiC reserves below the threshold, which here is reserveBytes of the buffer";
constexpr const char* NO_OTHER_SIDE = "there is nothing random in it";

constexpr Row ROWS[] = {
    {"ns3::RdmaNic", "RnrRetryCount", NO_RECEIVES},
    {"ns3::RdmaNic", "RnrTimer", NO_RECEIVES},
    {"ns3::RdmaNic",
     "MaxOutstandingReads",
     "no job of a scenario posts READs or atomic operations; the reads of storage are a request "
     "and an answer"},
    {"ns3::DimensionOrderRouting",
     "Lmc",
     "neighbours of a grid have one link, so that there is one path in the order of dimensions"},
    {"ns3::CreditFlowControl", "ManagementBytes", "nothing of a scenario sends in lane 15"},
    {"ns3::SonicHeadroom", "PipelineBytes", BELOW_THRESHOLD},
    {"ns3::SonicHeadroom", "EightLanesFrom", BELOW_THRESHOLD},
    {"ns3::RandomVariableStream", "Stream", "the seed of the run gives every draw its stream"},
    {"ns3::ConstantRandomVariable", "Antithetic", NO_OTHER_SIDE},
    {"ns3::SequentialRandomVariable", "Antithetic", NO_OTHER_SIDE},
};

} // namespace

std::string
WhyForPrograms(TypeId tid, const std::string& attribute)
{
    for (const auto& row : ROWS)
    {
        TypeId type;
        if (SameName(attribute, row.attribute) && TypeId::LookupByNameFailSafe(row.type, &type) &&
            (tid == type || tid.IsChildOf(type)))
        {
            return row.reason;
        }
    }
    return "";
}

} // namespace ns3
