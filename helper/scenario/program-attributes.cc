// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "program-attributes.h"

#include "ns3/name-hint.h"

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
    "hosts in a scenario do not post receive requests and are always ready to receive";
constexpr const char* BELOW_THRESHOLD =
    "it is part of SONiC's reserve below the threshold; here that is reserveBytes of the buffer";
constexpr const char* NO_OTHER_SIDE = "it is not random";

constexpr Row ROWS[] = {
    {"ns3::RdmaNic", "RnrRetryCount", NO_RECEIVES},
    {"ns3::RdmaNic", "RnrTimer", NO_RECEIVES},
    {"ns3::RdmaNic",
     "MaxOutstandingReads",
     "jobs in a scenario do not post READs or atomic operations; storage reads are a request and "
     "an answer"},
    {"ns3::DimensionOrderRouting",
     "Lmc",
     "neighbours in a grid have one link, so there is one path in dimension order"},
    {"ns3::CreditFlowControl", "ManagementBytes", "scenarios send nothing in lane 15"},
    {"ns3::SonicHeadroom", "PipelineBytes", BELOW_THRESHOLD},
    {"ns3::SonicHeadroom", "EightLanesFrom", BELOW_THRESHOLD},
    {"ns3::RandomVariableStream", "Stream", "the seed of the run sets the stream of every draw"},
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
