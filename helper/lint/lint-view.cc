// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lint-view.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/shared-buffer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

/** @return value of an attribute of that kind, if the object has one. @tparam V kind of value */
template <typename V>
std::optional<V>
GetValue(Ptr<const Object> object, const std::string& name)
{
    V value;
    const bool found = object && object->GetAttributeFailSafe(name, value);
    return found ? std::optional(value) : std::nullopt;
}

/** @return a number with three significant digits and the largest unit that keeps it above 1 */
std::string
Describe(double number, const std::array<const char*, 5>& units)
{
    size_t unit = 0;
    while (unit + 1 < units.size() && (number >= 999.5 || number <= -999.5))
    {
        number /= 1000;
        ++unit;
    }
    char text[40];
    std::snprintf(text, sizeof(text), "%.3g %s", number, units[unit]);
    return text;
}

/** @param fabricSwitch switch with a SharedBuffer @return its ports */
std::vector<LintView::Port>
GetPorts(const FabricSwitch& fabricSwitch)
{
    std::vector<LintView::Port> ports;
    const auto& buffer = static_cast<const SharedBuffer&>(fabricSwitch.GetBuffer());
    for (const auto& port : fabricSwitch.GetPorts())
    {
        const uint16_t number = port->GetPortNumber();
        const auto& needs = buffer.GetNeeds(number);
        ports.push_back({number,
                         port->GetRatebps(),
                         needs.reservedBytes,
                         needs.lossless,
                         buffer.GetThresholds(number)});
    }
    return ports;
}

} // namespace

LintView::LintView(const FabricProfile& from, const FabricNetwork& built)
    : profile(from),
      network(built),
      marker(from.marker.Create()),
      arbiter(from.arbiter.Create()),
      lossRecovery(from.lossRecovery.Create<LossRecovery>()),
      pathSelector(from.pathSelector.Create<PathSelector>()),
      flowControl(from.flowControl.Create()),
      congestionControl(from.congestionControl.Create())
{
    if (const auto algorithm = DynamicCast<RdmaCongestionControl>(congestionControl))
    {
        needs = algorithm->GetNeeds();
    }
    std::set<uint64_t> rates;
    size_t node = 0;
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        while (network.topology.IsHost(node))
        {
            ++node;
        }
        const std::string& name = network.topology.nodes[node++].name;
        for (const auto& port : fabricSwitch->GetPorts())
        {
            rates.insert(port->GetRatebps());
        }
        const auto* buffer = dynamic_cast<const SharedBuffer*>(&fabricSwitch->GetBuffer());
        if (!buffer)
        {
            continue;
        }
        const Ptr<const Object> object(buffer);
        switches.push_back({name,
                            fabricSwitch,
                            GetPorts(*fabricSwitch),
                            buffer->GetSizeBytes(),
                            buffer->GetPoolBytes(),
                            GetNumber(object, "LossyAlpha").value_or(1),
                            buffer->GetHeadroomPoolBytes(),
                            GetUnsigned(object, "EgressPoolBytes").value_or(0),
                            GetUnsigned(object, "EgressThresholdBytes").value_or(0),
                            GetNumber(object, "EgressAlpha").value_or(0)});
    }
    portRatesbps.assign(rates.begin(), rates.end());
}

std::optional<double>
LintView::GetKminBytes(uint64_t ratebps) const
{
    return GetMark({"KminBytes", "ThresholdBytes"}, ratebps);
}

std::optional<double>
LintView::GetKmaxBytes(uint64_t ratebps) const
{
    return GetMark({"KmaxBytes", "KminBytes", "ThresholdBytes"}, ratebps);
}

std::optional<double>
LintView::GetMark(const std::vector<std::string>& names, uint64_t ratebps) const
{
    const auto [known, isNew] = m_marks.try_emplace({names.front(), ratebps});
    if (isNew)
    {
        known->second = FindMark(names, ratebps);
    }
    return known->second;
}

std::optional<double>
LintView::FindMark(const std::vector<std::string>& names, uint64_t ratebps) const
{
    const auto name = std::find_if(names.begin(), names.end(), [this](const auto& one) {
        return GetUnsigned(marker, one).has_value();
    });
    if (name == names.end())
    {
        return {};
    }
    const auto* profiles = DynamicCast<EcnMarker>(marker)->GetRateProfiles();
    if (const auto* row = profiles ? profiles->Find(ratebps) : nullptr)
    {
        const std::string key = static_cast<char>(std::tolower(name->front())) + name->substr(1);
        return row->Find(key);
    }
    const auto bytes = GetUnsigned(marker, *name);
    const auto reference = static_cast<double>(GetRatebps(marker, "ReferenceRate").value_or(0));
    const auto threshold = static_cast<double>(*bytes);
    return reference > 0 ? threshold * static_cast<double>(ratebps) / reference : threshold;
}

bool
LintView::UsesMarks() const
{
    return needs.marks && GetKminBytes(1);
}

bool
LintView::IsLossless(uint8_t lane) const
{
    return std::any_of(network.fabricSwitches.begin(),
                       network.fabricSwitches.end(),
                       [lane](const auto& fabricSwitch) {
                           const auto& ports = fabricSwitch->GetPorts();
                           return std::any_of(ports.begin(), ports.end(), [&](const auto& port) {
                               return port->GetFlowControl().IsLossless(lane);
                           });
                       });
}

bool
LintView::HasLossless() const
{
    for (uint8_t lane = 0; lane < LANE_COUNT; ++lane)
    {
        if (IsLossless(lane))
        {
            return true;
        }
    }
    return false;
}

uint8_t
LintView::InSwitch(uint8_t lane) const
{
    return network.fabricSwitches.empty()
               ? lane
               : network.fabricSwitches.front()->GetLane(GetNic().GetDscp(lane), lane);
}

uint8_t
LintView::CnpInSwitch() const
{
    const uint8_t lane = GetNic().GetCnpServiceLevel(GetNic().GetDefaultServiceLevel());
    return network.fabricSwitches.empty()
               ? lane
               : network.fabricSwitches.front()->GetLane(GetNic().GetCnpDscp(), lane);
}

int64_t
LintView::GetLongestRttPs() const
{
    const auto roundsPs = GetRttsPs();
    return roundsPs.empty() ? 0 : *roundsPs.rbegin();
}

std::set<int64_t>
LintView::GetRttsPs() const
{
    std::set<int64_t> roundsPs;
    for (uint32_t host = 1; host < network.nics.size(); ++host)
    {
        const uint32_t gpu = host * network.topology.gpusPerHost;
        if (network.IsScaleUp(0, gpu) || network.GetRoutes().HasPath(0, host))
        {
            roundsPs.insert(network.IdealMessagePs(0, gpu, GetNic().GetMtuBytes()));
        }
    }
    return roundsPs;
}

std::optional<uint64_t>
GetUnsigned(Ptr<const Object> object, const std::string& name)
{
    const auto value = GetValue<UintegerValue>(object, name);
    return value ? std::optional(value->Get()) : std::nullopt;
}

std::optional<double>
GetNumber(Ptr<const Object> object, const std::string& name)
{
    const auto value = GetValue<DoubleValue>(object, name);
    return value ? std::optional(value->Get()) : std::nullopt;
}

std::optional<uint64_t>
GetRatebps(Ptr<const Object> object, const std::string& name)
{
    const auto value = GetValue<DataRateValue>(object, name);
    return value ? std::optional(value->Get().GetBitRate()) : std::nullopt;
}

std::optional<int64_t>
GetDurationPs(Ptr<const Object> object, const std::string& name)
{
    const auto value = GetValue<TimeValue>(object, name);
    return value ? std::optional(TickClock().ToPs(value->Get().GetTimeStep())) : std::nullopt;
}

std::optional<std::string>
GetText(Ptr<const Object> object, const std::string& name)
{
    const auto value = GetValue<StringValue>(object, name);
    return value ? std::optional(value->Get()) : std::nullopt;
}

std::string
DescribeBytes(double bytes)
{
    return Describe(bytes, {"B", "kB", "MB", "GB", "TB"});
}

std::string
DescribeRate(double ratebps)
{
    return Describe(ratebps, {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"});
}

std::string
DescribeTime(int64_t durationPs)
{
    return Describe(static_cast<double>(durationPs), {"ps", "ns", "us", "ms", "s"});
}

} // namespace ns3
