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
    uint32_t& counter = m_rotations[plane].counter;
    uint32_t& mask = m_rotations[plane].mask;
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
            return plane * GetPlaneSize() + place;
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

size_t
MrcEntropyPolicy::TakeTurn(uint32_t plane)
{
    const size_t value = TakePlace(plane);
    if (!IsBad(m_values[value].state))
    {
        return value;
    }
    if (2 * m_rotations[plane].bad < m_valueCount / m_planes)
    {
        return NONE; // the others of the table share its turn
    }
    const uint32_t spares = m_spareCount / m_planes;
    const size_t first = (plane + 1) * GetPlaneSize() - spares;
    uint32_t& next = m_rotations[plane].spare;
    for (uint32_t tries = 0; tries < spares; ++tries)
    {
        const size_t spare = first + next;
        next = (next + 1) % spares;
        if (!IsBad(m_values[spare].state))
        {
            return spare;
        }
    }
    return NONE;
}

void
MrcEntropyPolicy::SetState(size_t value, State state)
{
    const bool wasBad = IsBad(m_values[value].state);
    const size_t plane = value / GetPlaneSize();
    if (value % GetPlaneSize() < m_valueCount / m_planes)
    {
        m_rotations[plane].bad -= wasBad;
        m_rotations[plane].bad += IsBad(state);
    }
    m_badCount -= m_values[value].state == State::ASSUMED_BAD;
    m_badCount += state == State::ASSUMED_BAD;
    m_values[value].state = state;
    uint32_t& usable = m_usable[plane];
    m_usablePlanes -= usable > 0;
    usable += wasBad;
    usable -= IsBad(state);
    m_usablePlanes += usable > 0;
}

/** Called with the first packet, as many connections never send. */
void
MrcEntropyPolicy::Prepare()
{
    m_first = static_cast<uint16_t>(Draw() % MOST_SOURCE_PORTS);
    m_values.resize(size_t{m_valueCount} + m_spareCount);
    m_rotations.resize(m_planes);
    m_usable.assign(m_planes, static_cast<uint32_t>(GetPlaneSize()));
    m_usablePlanes = m_planes;
    for (const uint32_t value : m_denied)
    {
        SetState(value, State::DENIED);
    }
}

uint16_t
MrcEntropyPolicy::ChoosePortOn(uint32_t plane)
{
    if (m_values.empty())
    {
        Prepare();
    }
    // Three times as many turns as there are values are two whole rotations at least: one serves
    // the skips, the next finds a value.
    const size_t turns = 3 * GetPlaneSize();
    for (size_t tries = 0; tries < turns; ++tries)
    {
        const size_t number = TakeTurn(plane);
        if (number == NONE)
        {
            continue;
        }
        if (m_values[number].state == State::GOOD)
        {
            return GetPort(number);
        }
        m_values[number].state = State::GOOD; // its skip is served
    }
    for (size_t tries = 0; tries < turns; ++tries)
    {
        const size_t number = TakePlace(plane);
        if (m_values[number].state != State::DENIED)
        {
            return GetPort(number);
        }
    }
    return GetPort(plane * GetPlaneSize()); // all are denied: only by an unusual configuration
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
    m_values[number].answers = 0;
    SetState(number, State::ASSUMED_BAD);
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
    SetState(number, State::GOOD);
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
