// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-entropy-policy.h"

#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcEntropyPolicy);

TypeId
MrcEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<MrcEntropyPolicy>()
            .AddAttribute("Values",
                          "Number of entropy values in the table of a connection, a multiple of "
                          "the number of ports of the host.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcEntropyPolicy::m_valueCount),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute(
                "Spares",
                "Number of further values that replace bad ones, a multiple of the number "
                "of ports.",
                UintegerValue(32),
                MakeUintegerAccessor(&MrcEntropyPolicy::m_spareCount),
                MakeUintegerChecker<uint32_t>(0, 4096))
            .AddAttribute("ProbeAnswers",
                          "Number of answered probes that bring a bad value back.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcEntropyPolicy::m_probeAnswers),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "Denied",
                "Numbers of values that are never used, such as 0,5,17; the table has "
                "the first numbers, the spares have the others.",
                StringValue(""),
                MakeStringAccessor(&MrcEntropyPolicy::SetDenied, &MrcEntropyPolicy::GetDenied),
                MakeStringChecker());
    return tid;
}

void
MrcEntropyPolicy::SetDenied(std::string text)
{
    m_denied.clear();
    std::istringstream in(text);
    for (std::string number; std::getline(in, number, ',');)
    {
        if (number.empty() || number.size() > 4 ||
            number.find_first_not_of("0123456789") != std::string::npos)
        {
            throw InputError("MrcEntropyPolicy Denied: '" + number +
                             "' is not the number of a value; write numbers such as 0,5,17");
        }
        m_denied.push_back(static_cast<uint32_t>(std::stoul(number)));
    }
}

std::string
MrcEntropyPolicy::GetDenied() const
{
    std::string text;
    for (const uint32_t value : m_denied)
    {
        text += (text.empty() ? "" : ",") + std::to_string(value);
    }
    return text;
}

void
MrcEntropyPolicy::DoStart()
{
    const size_t all = size_t{m_valueCount} + m_spareCount;
    std::vector<uint32_t> denied = m_denied;
    std::sort(denied.begin(), denied.end());
    denied.erase(std::unique(denied.begin(), denied.end()), denied.end());
    if (!denied.empty() && (denied.back() >= all || denied.size() >= all))
    {
        throw InputError("MrcEntropyPolicy Denied: names value " + std::to_string(denied.back()) +
                         " of " + std::to_string(all) + ", or all; the first number is 0");
    }
}

void
MrcEntropyPolicy::SetPlanes(uint32_t planes)
{
    if (m_valueCount % planes != 0 || m_spareCount % planes != 0)
    {
        throw InputError("MrcEntropyPolicy: Values " + std::to_string(m_valueCount) +
                         " and Spares " + std::to_string(m_spareCount) +
                         " must be multiples of the number of ports, which is " +
                         std::to_string(planes));
    }
    m_planes = planes;
}

size_t
MrcEntropyPolicy::TakePlace(uint32_t plane)
{
    const uint32_t places = m_valueCount / m_planes;
    uint32_t turns = 1; // of a rotation: the next power of two
    while (turns < places)
    {
        turns *= 2;
    }
    auto& [counter, mask] = m_rotations[plane];
    for (;;)
    {
        if (counter == 0)
        {
            mask = static_cast<uint32_t>(Draw() >> 40) & (turns - 1);
        }
        const uint32_t place = counter ^ mask;
        counter = (counter + 1) & (turns - 1);
        if (place < places)
        {
            return size_t{plane} * places + place;
        }
    }
}

size_t
MrcEntropyPolicy::GetValue(uint16_t port) const
{
    const auto number =
        static_cast<uint16_t>(port - FIRST_SOURCE_PORT - m_first) % MOST_SOURCE_PORTS;
    return number < m_values.size() ? number : NONE;
}

uint16_t
MrcEntropyPolicy::GetPort(size_t value) const
{
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + (m_first + value) % MOST_SOURCE_PORTS);
}

void
MrcEntropyPolicy::FillPlaces(size_t plane)
{
    const auto isFree = [](const Value& value) {
        return value.state == State::GOOD && !value.placed;
    };
    const auto isBad = [](const Value& value) {
        return value.state == State::ASSUMED_BAD || value.state == State::DENIED;
    };
    const size_t places = m_valueCount / m_planes;
    const size_t end = (plane + 1) * GetPlaneSize();
    size_t spare = plane * GetPlaneSize();
    bool isUsable = false;
    for (size_t place = plane * places; place < (plane + 1) * places; ++place)
    {
        Value& value = m_values[m_places[place]];
        if (isBad(value))
        {
            while (spare < end && !isFree(m_values[spare]))
            {
                ++spare;
            }
            if (spare == end)
            {
                continue;
            }
            value.placed = false;
            m_values[spare].placed = true;
            m_places[place] = static_cast<uint16_t>(spare);
        }
        isUsable = true;
    }
    m_usablePlanes += isUsable - m_usable[plane];
    m_usable[plane] = isUsable;
}

/** Called with the first packet, as many connections never send. */
void
MrcEntropyPolicy::Prepare()
{
    m_first = static_cast<uint16_t>(Draw() % MOST_SOURCE_PORTS);
    m_values.resize(size_t{m_valueCount} + m_spareCount);
    m_rotations.resize(m_planes);
    m_usable.resize(m_planes);
    const uint32_t places = m_valueCount / m_planes;
    for (uint32_t place = 0; place < m_valueCount; ++place)
    {
        m_places.push_back(static_cast<uint16_t>(place / places * GetPlaneSize() + place % places));
        m_values[m_places.back()].placed = true;
    }
    for (const uint32_t value : m_denied)
    {
        m_values[value].state = State::DENIED;
    }
    for (uint32_t plane = 0; plane < m_planes; ++plane)
    {
        FillPlaces(plane);
    }
}

uint16_t
MrcEntropyPolicy::ChoosePortOn(uint32_t plane)
{
    if (m_values.empty())
    {
        Prepare();
    }
    // Three times as many turns as a rotation has are two whole rotations at least: one serves the
    // skips, the next finds a value.
    const uint32_t turns = 3 * m_valueCount / m_planes;
    for (uint32_t tries = 0; tries < turns; ++tries)
    {
        const uint16_t number = m_places[TakePlace(plane)];
        Value& value = m_values[number];
        if (value.state == State::GOOD)
        {
            return GetPort(number);
        }
        if (value.state == State::SKIP)
        {
            value.state = State::GOOD;
        }
    }
    for (uint32_t tries = 0; tries < turns; ++tries)
    {
        const uint16_t number = m_places[TakePlace(plane)];
        if (m_values[number].state != State::DENIED)
        {
            return GetPort(number);
        }
    }
    return GetPort(m_places[0]); // all places are denied: only by an unusual configuration
}

uint16_t
MrcEntropyPolicy::DoChoosePort(int64_t /* nowPs */)
{
    if (m_values.empty())
    {
        Prepare();
    }
    do
    {
        m_nextPlane = (m_nextPlane + 1) % m_planes;
    } while (!IsUsable(m_nextPlane));
    return ChoosePortOn(m_nextPlane);
}

void
MrcEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    const size_t number = GetValue(ack.port);
    if (ack.congestionMarked && number != NONE && m_values[number].state == State::GOOD)
    {
        m_values[number].state = State::SKIP;
    }
}

void
MrcEntropyPolicy::NotifySilence(uint16_t port)
{
    const size_t number = GetValue(port);
    if (number == NONE || m_values[number].state == State::DENIED)
    {
        return;
    }
    Value& value = m_values[number];
    value.answers = 0;
    m_badCount += value.state != State::ASSUMED_BAD;
    value.state = State::ASSUMED_BAD;
    FillPlaces(number / GetPlaneSize());
}

void
MrcEntropyPolicy::NotifyProbeAnswer(uint16_t port)
{
    const size_t number = GetValue(port);
    if (number == NONE || m_values[number].state != State::ASSUMED_BAD ||
        ++m_values[number].answers < m_probeAnswers)
    {
        return;
    }
    m_values[number].state = State::GOOD;
    --m_badCount;
    FillPlaces(number / GetPlaneSize());
}

std::vector<uint16_t>
MrcEntropyPolicy::GetBadPorts() const
{
    std::vector<uint16_t> ports;
    for (size_t number = 0; number < m_values.size(); ++number)
    {
        if (m_values[number].state == State::ASSUMED_BAD)
        {
            ports.push_back(GetPort(number));
        }
    }
    return ports;
}

bool
MrcEntropyPolicy::DoNeedsMarks() const
{
    return true;
}

} // namespace ns3
