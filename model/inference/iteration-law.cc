// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "iteration-law.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** @return bytes rounded to whole ones, at least 1 */
uint64_t
ToBytes(double bytes)
{
    return bytes > 1 ? static_cast<uint64_t>(bytes + 0.5) : uint64_t{1};
}

} // namespace

IterationLaw::IterationLaw(const InferenceCost& cost, const Source& source)
    : m_cost(cost)
{
    CollectiveLaw law(*source.network);
    const auto& layout = cost.GetLayout();
    const auto& shape = cost.GetShape();
    const double most = std::max(1.0, source.mostTokens);
    if (layout.tensor > 1)
    {
        m_reduce = SizeTimes(1, most, [&](double tokens) { return ReducePs(source, law, tokens); });
    }
    m_exchangeOfLayer.resize(shape.layers);
    std::map<std::shared_ptr<const ExpertRouting>, uint32_t> known;
    for (uint32_t layer = 0; layer < shape.layers && layout.gpus > 1; ++layer)
    {
        if (!shape.HasExperts(layer))
        {
            continue;
        }
        const auto routing = source.routings.empty() ? nullptr : source.routings[layer];
        const auto [entry, isNew] =
            known.try_emplace(routing, static_cast<uint32_t>(m_exchanges.size()));
        m_exchangeOfLayer[layer] = entry->second;
        if (!isNew)
        {
            continue;
        }
        const auto make = [&](CollectiveOperation operation) {
            return SizeTimes(1, most, [&](double tokens) {
                return ExchangePs(source, law, operation, routing, tokens);
            });
        };
        m_exchanges.push_back(
            {make(CollectiveOperation::DISPATCH), make(CollectiveOperation::COMBINE)});
    }
}

int64_t
IterationLaw::ReducePs(const Source& source, CollectiveLaw& law, double tokens) const
{
    const auto& layout = m_cost.GetLayout();
    const uint64_t bytes = ToBytes(m_cost.GetReducedBytes(tokens));
    std::vector<CollectiveLaw::Party> parties;
    for (uint32_t group = 0; group < layout.gpus; group += layout.tensor)
    {
        std::vector<uint32_t> ranks(layout.tensor);
        std::iota(ranks.begin(), ranks.end(), source.firstRank + group);
        const auto begin = source.hosts.begin() + group;
        parties.push_back({source.collectives->Get(CollectiveOperation::ALL_REDUCE, ranks, bytes),
                           {begin, begin + layout.tensor}});
    }
    return law.GetPs(parties);
}

/** Messages as IterationGraph has them. */
int64_t
IterationLaw::ExchangePs(const Source& source,
                         CollectiveLaw& law,
                         CollectiveOperation operation,
                         const std::shared_ptr<const ExpertRouting>& routing,
                         double tokens) const
{
    const uint32_t gpus = m_cost.GetLayout().gpus;
    const double copyBytes = m_cost.GetTokenBytes(tokens, operation);
    if (routing && routing->IsOnePerServer())
    {
        std::vector<uint32_t> ranks(gpus);
        std::iota(ranks.begin(), ranks.end(), source.firstRank);
        return law.GetPs({{source.collectives->Get(operation, ranks, ToBytes(copyBytes), routing),
                           source.hosts}});
    }
    const double evenCopies = static_cast<double>(m_cost.GetShape().activeExperts) / gpus;
    std::vector<CollectiveLaw::Transfer> transfers;
    for (uint32_t distance = 1; distance < gpus; ++distance)
    {
        for (uint32_t gpu = 0; gpu < gpus; ++gpu)
        {
            const uint32_t peer = (gpu + distance) % gpus;
            const uint32_t expert = operation == CollectiveOperation::DISPATCH ? peer : gpu;
            const bool isEven = !routing || routing->GetLoads().empty();
            const double load = isEven ? 1 : routing->GetLoads()[expert];
            transfers.push_back(
                {source.hosts[gpu], source.hosts[peer], ToBytes(copyBytes * load * evenCopies)});
        }
    }
    return law.GetTransferPs(transfers);
}

int64_t
IterationLaw::GetExchangePs(CollectiveOperation operation, uint32_t layer, double tokens) const
{
    if (m_exchanges.empty())
    {
        return 0; // one GPU
    }
    const Exchange& exchange = m_exchanges[m_exchangeOfLayer[layer]];
    return (operation == CollectiveOperation::DISPATCH ? exchange.dispatch : exchange.combine)
        .Get(tokens);
}

} // namespace ns3
