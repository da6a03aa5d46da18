// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "inference-engine.h"

#include "ns3/job-runner.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("InferenceEngine");
NS_OBJECT_ENSURE_REGISTERED(InferenceEngine);

TypeId
InferenceEngine::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InferenceEngine")
                            .SetParent<JobDriver>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<InferenceEngine>();
    return tid;
}

InferenceEngine::InferenceEngine()
    : m_arrivalEvent(MakeFabricEvent<InferenceEngine, &InferenceEngine::OnArrivals>(this))
{
}

void
InferenceEngine::DoDispose()
{
    m_arrivalEvent->Clear();
    m_runner = nullptr;
    JobDriver::DoDispose();
}

void
InferenceEngine::Configure(std::vector<InferenceRequest> requests,
                           std::vector<Replica> replicas,
                           std::vector<Link> links)
{
    m_requests = std::move(requests);
    m_replicas = std::move(replicas);
    m_links = std::move(links);
    const auto own = [this](uint32_t part, size_t owner) {
        m_ownerOfPart.resize(std::max<size_t>(m_ownerOfPart.size(), part + 1));
        m_ownerOfPart[part] = static_cast<uint32_t>(owner);
    };
    for (const auto& replica : m_replicas)
    {
        for (const auto& variant : replica.variants)
        {
            own(variant.part, m_states.size());
        }
        m_states.push_back({ServingReplica(replica.limits)});
    }
    for (size_t link = 0; link < m_links.size(); ++link)
    {
        own(m_links[link].part, m_replicas.size() + link);
    }
    m_linkStates.resize(m_links.size());
}

void
InferenceEngine::Begin(JobRunner* runner)
{
    m_runner = runner;
    if (const auto node = runner->GetNodeId())
    {
        m_arrivalEvent->SetContext(*node);
    }
    for (auto& request : m_requests)
    {
        request.arrivalPs += runner->GetStartPs();
    }
    OnArrivals();
}

uint64_t
InferenceEngine::CountPreemptions() const
{
    uint64_t count = 0;
    for (const auto& state : m_states)
    {
        count += state.scheduler.GetPreemptions();
    }
    return count;
}

bool
InferenceEngine::IsDone() const
{
    return m_finished == m_requests.size();
}

bool
InferenceEngine::IsIdle() const
{
    const auto isBusy = [](const auto& state) { return state.busy; };
    return m_nextArrival < m_requests.size() &&
           std::none_of(m_states.begin(), m_states.end(), isBusy) &&
           std::none_of(m_linkStates.begin(), m_linkStates.end(), isBusy);
}

/** @return tokens of the prompt and the output of a request */
uint64_t
InferenceEngine::GetTokens(uint32_t request) const
{
    return uint64_t{m_requests[request].promptTokens} + m_requests[request].outputTokens;
}

uint32_t
InferenceEngine::FindLeastLoaded(bool Replica::*serves) const
{
    uint32_t best = InferenceRequest::NONE;
    for (uint32_t replica = 0; replica < m_replicas.size(); ++replica)
    {
        if (m_replicas[replica].*serves &&
            (best == InferenceRequest::NONE || GetLoad(replica) < GetLoad(best)))
        {
            best = replica;
        }
    }
    return best;
}

/** @return number of requests that a replica has or will get */
size_t
InferenceEngine::GetLoad(uint32_t replica) const
{
    return m_states[replica].scheduler.GetLoad() + m_states[replica].arriving.size();
}

/**
 * @param request a request that arrives
 * @return replica for its prompt: the one that has kept most of its beginning, unless many more
 *         requests wait there than elsewhere
 */
uint32_t
InferenceEngine::FindPromptReplica(const InferenceRequest& request) const
{
    // The rule and the numbers of SGLang's router, policy cache_aware.
    constexpr size_t MOST_MORE = 64;
    constexpr double MOST_TIMES = 1.5;
    const uint32_t least = FindLeastLoaded(&Replica::prompts);
    const size_t leastLoad = GetLoad(least);
    uint32_t best = least;
    uint32_t bestTokens = 0;
    for (uint32_t replica = 0; replica < m_replicas.size() && request.sharedTokens > 0; ++replica)
    {
        const size_t load = GetLoad(replica);
        const bool isOverloaded =
            load > leastLoad + MOST_MORE &&
            static_cast<double>(load) > MOST_TIMES * static_cast<double>(leastLoad);
        const uint32_t tokens =
            std::min(m_states[replica].scheduler.GetKept(request.session), request.sharedTokens);
        if (m_replicas[replica].prompts && !isOverloaded && tokens > bestTokens)
        {
            best = replica;
            bestTokens = tokens;
        }
    }
    return best;
}

void
InferenceEngine::OnArrivals()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    for (; m_nextArrival < m_requests.size() && m_requests[m_nextArrival].GetReachedPs() <= nowPs;
         ++m_nextArrival)
    {
        const auto number = static_cast<uint32_t>(m_nextArrival);
        auto& request = m_requests[number];
        request.prefillReplica = FindPromptReplica(request);
        NS_LOG_LOGIC("job " << m_runner->GetJobName() << ": request " << number
                            << " comes to replica " << request.prefillReplica << ": "
                            << request.promptTokens << " tokens of prompt, " << request.outputTokens
                            << " of output");
        const bool stays = m_replicas[request.prefillReplica].decodes;
        request.decodeReplica = stays ? request.prefillReplica : InferenceRequest::NONE;
        m_states[request.prefillReplica].scheduler.AddPrompt(
            number,
            request.promptTokens,
            stays ? request.outputTokens : 1,
            {request.session, request.sharedTokens});
    }
    if (m_nextArrival < m_requests.size())
    {
        m_arrivalEvent->Schedule(m_clock.ToTicks(m_requests[m_nextArrival].GetReachedPs()));
    }
    for (uint32_t replica = 0; replica < m_replicas.size(); ++replica)
    {
        StartIteration(replica);
    }
}

void
InferenceEngine::StartIteration(uint32_t replica)
{
    auto& state = m_states[replica];
    if (state.busy)
    {
        return;
    }
    const auto work = state.scheduler.Plan();
    if (work.IsEmpty())
    {
        return;
    }
    state.busy = true;
    NS_LOG_LOGIC("job " << m_runner->GetJobName() << ": replica " << replica << ": iteration "
                        << state.iterations << " decodes for " << work.decodes
                        << " requests and takes " << work.promptTokens << " tokens of prompts");
    const auto& variant = GetVariant(replica, work.GetTokens());
    const auto count = variant.graph.SetWork(
        work,
        m_replicas[replica].cost,
        *m_replicas[replica].kernels,
        [this](uint32_t node, const auto& change) { m_runner->EditNodeOfPart(node, change); });
    m_kernelCount.Add(count);
    m_runner->StartPart(variant.part);
}

/** @return variant for an iteration of a number of tokens */
const InferenceEngine::Variant&
InferenceEngine::GetVariant(uint32_t replica, uint64_t tokens) const
{
    const auto& variants = m_replicas[replica].variants;
    auto variant = variants.begin();
    while (variant + 1 != variants.end() && static_cast<double>(tokens) > variant->upToTokens)
    {
        ++variant;
    }
    return *variant;
}

/**
 * @param tokens tokens that a replica decodes
 * @return number of requests decoded at once: as many as arrive while an iteration computes, if all
 *         arrive evenly between the first and the last arrival
 */
uint32_t
InferenceEngine::EstimateBatch(uint32_t replica, double tokens) const
{
    const auto& owner = m_replicas[replica];
    ServingReplica::Iteration work;
    work.decodes = 1;
    work.outputs = 1;
    double iterationPs = 0;
    const auto& variant = GetVariant(replica, 1);
    variant.graph.SetWork(work, owner.cost, *owner.kernels, [&](uint32_t, const auto& change) {
        CommunicationGraph::Node node;
        change(node);
        iterationPs += static_cast<double>(node.timePs) / variant.graph.GetLanes();
    });
    const double spanPs =
        m_requests.empty()
            ? 0
            : static_cast<double>(m_requests.back().arrivalPs - m_requests.front().arrivalPs);
    const double batch = spanPs > 0 ? tokens * iterationPs / spanPs : tokens;
    return static_cast<uint32_t>(
        std::clamp(batch, 1.0, static_cast<double>(owner.limits.maxBatch)));
}

std::vector<InferenceEngine::Expected>
InferenceEngine::GetExpected() const
{
    double prompts = 0; // tokens of prompts
    double others = 0;  // tokens behind the first ones
    for (const auto& request : m_requests)
    {
        prompts += request.promptTokens;
        others += request.outputTokens - 1;
    }
    const auto count = [this](bool Replica::*serves) {
        return static_cast<double>(std::count_if(m_replicas.begin(),
                                                 m_replicas.end(),
                                                 [serves](const auto& r) { return r.*serves; }));
    };
    const auto requests = static_cast<double>(m_requests.size());
    const auto mean = static_cast<uint64_t>(std::max(1.0, prompts / std::max(1.0, requests)));
    std::vector<Expected> expected;
    for (uint32_t i = 0; i < m_replicas.size(); ++i)
    {
        const auto& replica = m_replicas[i];
        const auto add = [&](bool serves, const ServingReplica::Iteration& work, double times) {
            if (serves && times > 0)
            {
                GetVariant(i, work.GetTokens())
                    .graph.VisitBytes(work, replica.cost, [&](uint32_t node, uint64_t bytes) {
                        expected.push_back({node, bytes, times});
                    });
            }
        };
        ServingReplica::Iteration prompt;
        prompt.promptTokens = mean;
        add(replica.prompts, prompt, requests / count(&Replica::prompts));
        const double tokens = others / count(&Replica::decodes);
        ServingReplica::Iteration batch;
        batch.decodes = replica.decodes ? EstimateBatch(i, tokens) : 1;
        add(replica.decodes, batch, tokens / batch.decodes);
    }
    for (const auto& link : m_links)
    {
        if (link.times)
        {
            continue; // no messages
        }
        const double bytes = m_replicas[link.to].cost.GetKvBytesInMemory(mean) / link.flows;
        for (const uint32_t node : link.nodes)
        {
            expected.push_back({node,
                                static_cast<uint64_t>(std::max(1.0, bytes)),
                                requests / static_cast<double>(m_links.size())});
        }
    }
    return expected;
}

void
InferenceEngine::OnPartDone(uint32_t part, int64_t finishedPs)
{
    const uint32_t owner = m_ownerOfPart[part];
    if (owner < m_replicas.size())
    {
        FinishIteration(owner, finishedPs);
    }
    else
    {
        FinishTransfer(owner - static_cast<uint32_t>(m_replicas.size()), finishedPs);
    }
}

void
InferenceEngine::FinishIteration(uint32_t replica, int64_t finishedPs)
{
    auto& state = m_states[replica];
    state.busy = false;
    ++state.iterations;
    for (const auto& outcome : state.scheduler.Finish())
    {
        auto& request = m_requests[outcome.request];
        ++request.tokensOut;
        if (outcome.first)
        {
            request.firstTokenPs = finishedPs + request.userPs;
        }
        if (outcome.first || (outcome.leaves && replica == request.prefillReplica))
        {
            request.cachedTokens = outcome.cached; // a request may have given its room back
        }
        if (outcome.leaves)
        {
            Leave(outcome.request, replica, finishedPs);
        }
    }
    Admit(replica);
    StartIteration(replica);
}

/** Handles a request after a replica has made all of its tokens for it. */
void
InferenceEngine::Leave(uint32_t number, uint32_t replica, int64_t finishedPs)
{
    auto& request = m_requests[number];
    auto& state = m_states[replica];
    if (request.tokensOut == request.outputTokens)
    {
        request.finishPs = finishedPs + request.userPs;
        ++m_finished;
        NS_LOG_LOGIC("job " << m_runner->GetJobName() << ": request " << number
                            << " is finished by replica " << replica << " after "
                            << (finishedPs - request.arrivalPs) / 1000 << " ns, " << m_finished
                            << " of " << m_requests.size());
        const bool isAtPrompt = replica == request.prefillReplica;
        const bool prefillOnly = !m_replicas[replica].decodes;
        state.scheduler.Release(prefillOnly ? uint64_t{request.promptTokens} + 1
                                            : GetTokens(number),
                                isAtPrompt ? request.cachedTokens : 0,
                                isAtPrompt ? request.session : InferenceRequest::NONE);
        return;
    }
    request.decodeReplica = FindLeastLoaded(&Replica::decodes);
    m_states[request.decodeReplica].arriving.push_back(number);
    Admit(request.decodeReplica);
}

/** Starts the transfer of keys and values of waiting requests for which a replica has room. */
void
InferenceEngine::Admit(uint32_t replica)
{
    auto& state = m_states[replica];
    const auto reserve = [&](const InferenceRequest& request) {
        return state.scheduler.Reserve(request.promptTokens, request.outputTokens);
    };
    while (!state.arriving.empty() && reserve(m_requests[state.arriving.front()]))
    {
        const uint32_t number = state.arriving.front();
        state.arriving.pop_front();
        const auto link = std::find_if(m_links.begin(), m_links.end(), [&](const Link& candidate) {
            return candidate.from == m_requests[number].prefillReplica && candidate.to == replica;
        });
        const auto index = static_cast<uint32_t>(link - m_links.begin());
        m_linkStates[index].requests.push_back(number);
        StartTransfer(index);
    }
}

void
InferenceEngine::StartTransfer(uint32_t link)
{
    auto& state = m_linkStates[link];
    if (state.busy || state.requests.empty())
    {
        return;
    }
    state.busy = true;
    auto& request = m_requests[state.requests.front()];
    request.kvStartPs = m_clock.ToPs(NowTicks());
    const auto& cost = m_replicas[m_links[link].to].cost;
    const auto bytes = static_cast<uint64_t>(
        cost.GetKvBytesInMemory(request.promptTokens) / m_links[link].flows + 0.5);
    NS_LOG_LOGIC("job " << m_runner->GetJobName() << ": request " << state.requests.front()
                        << " goes from replica " << m_links[link].from << " to " << m_links[link].to
                        << ": " << m_links[link].flows << " flows of " << bytes
                        << " B of keys and values");
    const auto& times = m_links[link].times;
    const int64_t timePs = times ? times->Get(request.promptTokens) : 0;
    for (const uint32_t node : m_links[link].nodes)
    {
        m_runner->EditNodeOfPart(node, [&](auto& half) {
            if (times)
            {
                half.timePs = timePs;
            }
            else
            {
                half.bytes = std::max<uint64_t>(bytes, 1);
            }
        });
    }
    m_runner->StartPart(m_links[link].part);
}

void
InferenceEngine::FinishTransfer(uint32_t link, int64_t finishedPs)
{
    auto& state = m_linkStates[link];
    const uint32_t number = state.requests.front();
    state.requests.pop_front();
    state.busy = false;
    auto& request = m_requests[number];
    request.kvEndPs = finishedPs;
    m_states[request.prefillReplica].scheduler.Release(uint64_t{request.promptTokens} + 1,
                                                       request.cachedTokens,
                                                       request.session);
    m_states[request.decodeReplica].scheduler.AddDecode(number,
                                                        request.promptTokens,
                                                        request.outputTokens - 1);
    StartTransfer(link);
    StartIteration(request.prefillReplica);
    StartIteration(request.decodeReplica);
}

} // namespace ns3
