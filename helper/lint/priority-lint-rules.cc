// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "priority-lint-rules.h"

#include "lint-view.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/strict-arbiter.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/** @return weight of a priority in an arbiter that has Weights; 0 is strict */
std::optional<uint32_t>
GetWeight(const LintView& view, uint8_t priority)
{
    auto text = GetText(view.arbiter, "Weights");
    if (!text)
    {
        return {};
    }
    std::replace(text->begin(), text->end(), ',', ' ');
    std::istringstream in(*text);
    uint32_t weight = 0;
    for (uint32_t i = 0; i <= priority; ++i)
    {
        in >> weight;
    }
    return weight;
}

/** Finds notifications that come late because they wait behind the queue that they report. */
std::string
FindCnpNotFirst(const LintView& view)
{
    BooleanValue onAck(false);
    view.GetNic().GetAttributeFailSafe("CnpOnAck", onAck);
    if (!view.UsesMarks() || onAck.Get())
    {
        return "";
    }
    const uint8_t cnp = view.CnpInSwitch();
    const std::string who = "congestion notifications travel in priority " + std::to_string(cnp);
    const std::string remedy = "; give CnpPriority a priority of its own that is served first";
    for (const uint8_t sent : view.lanes)
    {
        const uint8_t data = view.InSwitch(sent);
        if (cnp == data)
        {
            return who + " with the data and wait in the queues that they report" + remedy;
        }
        if (DynamicCast<StrictArbiter>(view.arbiter) && cnp < data)
        {
            return who + " below data of priority " + std::to_string(data) + remedy;
        }
    }
    const auto weight = GetWeight(view, cnp);
    if (weight.value_or(0) > 0)
    {
        return who + ", which has weight " + std::to_string(*weight) +
               " and takes turns with the data" + remedy + " (weight 0)";
    }
    return "";
}

std::string
FindAckLossy(const LintView& view)
{
    IntegerValue ack(-1);
    view.GetNic().GetAttributeFailSafe("AckPriority", ack);
    if (ack.Get() < 0 || !view.HasLossless())
    {
        return "";
    }
    const uint8_t priority = view.InSwitch(static_cast<uint8_t>(ack.Get()));
    if (view.IsLossless(priority))
    {
        return "";
    }
    return "acknowledgements travel in priority " + std::to_string(priority) +
           ", which may lose them: the sender then waits for its timeout; make it lossless or set "
           "AckPriority to -1";
}

std::string
FindDataNotLossless(const LintView& view)
{
    if (!view.HasLossless())
    {
        return "";
    }
    for (const uint8_t sent : view.lanes)
    {
        const uint8_t priority = view.InSwitch(sent);
        if (priority == sent && !view.IsLossless(priority))
        {
            return "data of priority " + std::to_string(priority) +
                   " may be lost while other priorities are lossless; add it to the flow control's "
                   "Priorities or send data in a lossless priority";
        }
    }
    return "";
}

/** Finds a NIC and a switch that map a DSCP to different classes. */
std::string
FindDscpMismatch(const LintView& view)
{
    const auto describe = [&view](const std::string& what, uint8_t dscp, uint8_t sent, uint8_t in) {
        const bool lost = view.IsLossless(sent) && !view.IsLossless(in);
        return "NICs send " + what + " of priority " + std::to_string(sent) + " with DSCP " +
               std::to_string(dscp) + ", which switches put into priority " + std::to_string(in) +
               (lost ? ", a lossy class" : "") +
               "; make the NIC's DSCP and the switch's DscpToPriority agree";
    };
    for (const uint8_t sent : view.lanes)
    {
        if (view.InSwitch(sent) != sent)
        {
            return describe("data", view.GetNic().GetDscp(sent), sent, view.InSwitch(sent));
        }
    }
    const uint8_t cnp = view.GetNic().GetCnpServiceLevel(view.GetNic().GetDefaultServiceLevel());
    if (view.UsesMarks() && view.CnpInSwitch() != cnp)
    {
        return describe("notifications", view.GetNic().GetCnpDscp(), cnp, view.CnpInSwitch());
    }
    return "";
}

} // namespace

std::vector<LintRule>
GetPriorityLintRules()
{
    return {{"cnp-not-first", FindCnpNotFirst},
            {"ack-lossy", FindAckLossy, LintNeed::QUEUE_PAIRS},
            {"data-not-lossless", FindDataNotLossless},
            {"dscp-mismatch", FindDscpMismatch}};
}

} // namespace ns3
