// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dwrr-arbiter.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DwrrArbiter");

NS_OBJECT_ENSURE_REGISTERED(DwrrArbiter);

TypeId
DwrrArbiter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DwrrArbiter")
            .SetParent<EgressArbiter>()
            .SetGroupName("AiFabric")
            .AddConstructor<DwrrArbiter>()
            .AddAttribute("Weights",
                          "Weights of priority 0 to 7, each 0 (strict) to 255.",
                          StringValue("1 1 1 1 1 1 0 0"),
                          MakeStringAccessor(&DwrrArbiter::SetWeights, &DwrrArbiter::GetWeights),
                          MakeStringChecker())
            .AddAttribute("QuantumBytes",
                          "Bytes that weight 1 may send per turn; a quantum of at least the "
                          "longest frame makes decisions fast.",
                          UintegerValue(4352),
                          MakeUintegerAccessor(&DwrrArbiter::m_quantumBytes),
                          MakeUintegerChecker<uint32_t>(64, 1 << 20));
    return tid;
}

uint32_t
DwrrArbiter::DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues)
{
    if (const uint32_t strict = eligible & m_strict)
    {
        return 31 - __builtin_clz(strict);
    }
    while (true)
    {
        const uint32_t queue = m_turn;
        if (eligible >> queue & 1)
        {
            if (!m_granted)
            {
                m_granted = true;
                m_deficitBytes[queue] += uint64_t{m_weights[queue]} * m_quantumBytes;
            }
            const PacketFifo& fifo = queues[queue];
            if (m_deficitBytes[queue] >= fifo.Front().frameBytes)
            {
                m_deficitBytes[queue] -= fifo.Front().frameBytes;
                return queue;
            }
        }
        else
        {
            m_deficitBytes[queue] = 0;
        }
        m_turn = (queue + 1) % PRIORITY_COUNT;
        m_granted = false;
    }
}

void
DwrrArbiter::SetWeights(std::string weights)
{
    NS_LOG_FUNCTION(this << weights);
    std::string text = weights;
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream in(text);
    std::array<uint32_t, PRIORITY_COUNT> parsed{};
    for (auto& weight : parsed)
    {
        int64_t value = -1;
        if (!(in >> value) || value < 0 || value > 255)
        {
            throw InputError("DwrrArbiter Weights \"" + weights +
                             "\": eight numbers from 0 to 255 are needed");
        }
        weight = static_cast<uint32_t>(value);
    }
    if (in >> text)
    {
        throw InputError("DwrrArbiter Weights \"" + weights + "\": more than eight numbers");
    }
    m_weights = parsed;
    m_strict = ~uint32_t{0} << PRIORITY_COUNT;
    for (uint32_t queue = 0; queue < PRIORITY_COUNT; ++queue)
    {
        m_strict |= (m_weights[queue] == 0 ? 1U : 0U) << queue;
    }
}

std::string
DwrrArbiter::GetWeights() const
{
    std::string text;
    for (const auto weight : m_weights)
    {
        text += (text.empty() ? "" : " ") + std::to_string(weight);
    }
    return text;
}

} // namespace ns3
