// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-digest.h"

#include "ns3/assert.h"
#include "ns3/recycled-pool.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

__thread RecycledShelf g_digestShelf;

RecycledPool g_digestPool(sizeof(TelemetryDigest),
                          []() -> RecycledShelf& { return g_digestShelf; });

} // namespace

DigestCode::DigestCode(double base)
    : m_base(base),
      m_logBase(std::log(base))
{
    NS_ASSERT_MSG(base >= LEAST_BASE, "two bytes hold no code of so small a base");
    const double codes = 2 * std::log(UNITS) / m_logBase;
    m_bytes = codes <= UINT8_MAX + 1 ? 1 : 2;
    m_most = m_bytes == 1 ? UINT8_MAX : UINT16_MAX;
}

uint16_t
DigestCode::Encode(double load, double draw) const
{
    const double units = std::clamp(std::ceil(load * UNITS), 1.0, UNITS * UNITS);
    const double lower = std::floor(std::log(units) / m_logBase);
    const double power = std::pow(m_base, lower);
    const bool up = draw * power * (m_base - 1) < units - power;
    return static_cast<uint16_t>(std::min<double>(lower + up, m_most));
}

double
DigestCode::Decode(uint16_t code) const
{
    return std::pow(m_base, code) / UNITS;
}

void*
TelemetryDigest::operator new(std::size_t)
{
    return g_digestShelf.Take(g_digestPool);
}

void
TelemetryDigest::operator delete(void* place)
{
    g_digestShelf.Give(place);
}

} // namespace ns3
