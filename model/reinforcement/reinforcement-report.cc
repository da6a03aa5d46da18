// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reinforcement-report.h"

#include "reinforcement-graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** Times of an iteration, in ps behind the start of the job. */
struct Turn
{
    std::map<uint32_t, int64_t> begins;                  //!< of rollouts, by replica
    std::map<uint32_t, int64_t> ends;                    //!< of rollouts, by replica
    std::vector<std::pair<int64_t, uint32_t>> responses; //!< ends and numbers of responses
    int64_t rewardedPs{0};
    int64_t updateBeginPs{0};
    int64_t updateEndPs{0};
    int64_t weightsInPs{0};
    uint32_t count{0};     //!< number of responses
    double tokens{0};      //!< tokens of responses and prompts
    double longest{0};     //!< tokens of the longest response
    double weightBytes{0}; //!< bytes that all ranks send
    double memoryBytes{0}; //!< of a training GPU

    /** @return end of the last rollout */
    int64_t GetRolloutEndPs() const
    {
        int64_t endPs = 0;
        for (const auto& [replica, ps] : ends)
        {
            endPs = std::max(endPs, ps);
        }
        return endPs;
    }

    /** @return begin of the first rollout */
    int64_t GetRolloutBeginPs() const
    {
        int64_t beginPs = begins.begin()->second;
        for (const auto& [replica, ps] : begins)
        {
            beginPs = std::min(beginPs, ps);
        }
        return beginPs;
    }

    /** @return time at which a share of the responses was complete @param share in (0, 1] */
    int64_t GetResponsePs(double share)
    {
        std::sort(responses.begin(), responses.end());
        uint32_t done = 0;
        for (const auto& [ps, number] : responses)
        {
            done += number;
            if (done >= share * count)
            {
                return ps;
            }
        }
        return 0;
    }
};

void
Take(const JobMark& mark, int64_t ps, Turn& turn)
{
    switch (static_cast<LoopMark>(mark.kind))
    {
    case LoopMark::ROLLOUT_BEGIN:
        turn.begins[mark.part] = ps;
        break;
    case LoopMark::RESPONSES:
        turn.responses.emplace_back(ps, mark.count);
        turn.count += mark.count;
        turn.tokens += mark.value;
        break;
    case LoopMark::ROLLOUT_END:
        turn.ends[mark.part] = ps;
        turn.longest = std::max(turn.longest, mark.value);
        break;
    case LoopMark::REWARDED:
        turn.rewardedPs = ps;
        break;
    case LoopMark::UPDATE_BEGIN:
        turn.updateBeginPs = ps;
        turn.memoryBytes = mark.value;
        break;
    case LoopMark::UPDATE_END:
        turn.updateEndPs = std::max(turn.updateEndPs, ps);
        break;
    case LoopMark::WEIGHTS_IN:
        turn.weightsInPs = std::max(turn.weightsInPs, ps);
        turn.weightBytes = mark.value;
        break;
    }
}

/** @return mean idle share of some ranks, in percent */
double
GetIdlePercent(const JobTimes& times, uint32_t first, uint32_t ranks)
{
    const auto begin = times.idleFractionOfRank.begin() + first;
    return ranks > 0 ? 100 * std::accumulate(begin, begin + ranks, 0.0) / ranks : 0;
}

} // namespace

std::vector<JobFigure>
GetLoopFigures(const FabricJob& job, const JobTimes& times, const LoopOutcome& outcome)
{
    if (times.markPs.empty() || outcome.iterations == 0)
    {
        return {};
    }
    const uint32_t count = outcome.iterations;
    // Updates up to this one have batches that were generated without weights from the loop.
    const uint32_t first = outcome.staleness + 1 < count ? outcome.staleness : 0;
    std::vector<Turn> turns(count);
    for (size_t i = 0; i < job.marks.size(); ++i)
    {
        Take(job.marks[i], times.markPs[i], turns[job.marks[i].iteration]);
    }
    double rollout = 0;
    double tail = 0;
    double reward = 0;
    double update = 0;
    double weights = 0;
    double exposed = 0;
    double staleness = 0;
    double tokens = 0; // of the batches that count for the rate
    double responses = 0;
    double allTokens = 0;
    double longest = 0;
    double bytes = 0;
    double memory = 0;
    uint32_t waits = 0; // rollouts that waited for weights of an update
    for (uint32_t i = 0; i < count; ++i)
    {
        Turn& turn = turns[i];
        const auto rolloutEndPs = turn.GetRolloutEndPs();
        rollout += static_cast<double>(rolloutEndPs - turn.GetRolloutBeginPs());
        tail += static_cast<double>(rolloutEndPs - turn.GetResponsePs(0.9));
        reward += static_cast<double>(turn.rewardedPs - rolloutEndPs);
        update += static_cast<double>(turn.updateEndPs - turn.updateBeginPs);
        int64_t mayPs = turn.updateEndPs;
        if (!outcome.overlapsWeights)
        {
            mayPs = std::max(mayPs,
                             turns[std::min(i + outcome.staleness, count - 1)].GetRolloutEndPs());
        }
        weights += static_cast<double>(std::max<int64_t>(0, turn.weightsInPs - mayPs));
        staleness += std::min(i, outcome.staleness);
        responses += turn.count;
        allTokens += turn.tokens;
        tokens += i > first || count == 1 ? turn.tokens : 0;
        longest = std::max(longest, turn.longest);
        bytes += turn.weightBytes;
        memory = std::max(memory, turn.memoryBytes);
        if (i > outcome.staleness)
        {
            const int64_t updatedPs = turns[i - outcome.staleness - 1].updateEndPs;
            for (const auto& [replica, beginPs] : turn.begins)
            {
                const int64_t ownPs = std::max(updatedPs, turns[i - 1].ends[replica]);
                exposed += static_cast<double>(std::max<int64_t>(0, beginPs - ownPs)) /
                           static_cast<double>(turn.begins.size());
            }
            ++waits;
        }
    }
    constexpr double SECOND = 1e12; // ps
    constexpr double MS = 1e9;      // ps
    const double mean = count * MS;
    const double seconds =
        count > 1
            ? static_cast<double>(turns.back().updateEndPs - turns[first].updateEndPs) / SECOND
            : static_cast<double>(times.durationPs) / SECOND;
    const double iteration = count > 1 ? seconds / (count - 1 - first) : seconds;
    std::vector<JobFigure> figures{
        {"iteration time", 1000 * iteration, "ms"},
        {"rollout", rollout / mean, "ms"},
        {"long tail", tail / mean, "ms"},
        {"reward", reward / mean, "ms"},
        {"update", update / mean, "ms"},
        {"weights", weights / mean, "ms"},
        {"weights sent", bytes / count / 1e9, "GB"},
        {"training GPUs idle", GetIdlePercent(times, 0, outcome.trainingGpus), "%"},
    };
    if (waits > 0)
    {
        const double exposedMs = exposed / waits / MS;
        figures.push_back({"weights exposed", exposedMs, "ms"});
        figures.push_back({"weights exposed of iteration",
                           iteration > 0 ? 100 * exposedMs / (1000 * iteration) : 0,
                           "%"});
    }
    if (outcome.rolloutGpus > 0)
    {
        figures.push_back({"rollout GPUs idle",
                           GetIdlePercent(times, outcome.trainingGpus, outcome.rolloutGpus),
                           "%"});
    }
    const uint32_t others = outcome.trainingGpus + outcome.rolloutGpus;
    if (outcome.rewardGpus > 0)
    {
        figures.push_back(
            {"reward GPUs idle", GetIdlePercent(times, others, outcome.rewardGpus), "%"});
    }
    figures.push_back({"tokens per second", seconds > 0 ? tokens / seconds : 0, ""});
    figures.push_back({"tokens of a sequence", responses > 0 ? allTokens / responses : 0, ""});
    figures.push_back({"longest response", longest, "tokens"});
    figures.push_back({"staleness", staleness / count, "updates"});
    figures.push_back({"memory of a training GPU", memory / 1e9, "GB"});
    const uint32_t gpus = others + outcome.rewardGpus;
    const double idle = GetIdlePercent(times, 0, gpus) / 100;
    if (outcome.gpuHourPrice > 0)
    {
        figures.push_back({"idle cost per iteration",
                           idle * gpus * outcome.gpuHourPrice * iteration / 3600,
                           outcome.currency});
    }
    if (outcome.clusterPrice > 0)
    {
        figures.push_back(
            {"idle share of the cluster", idle * outcome.clusterPrice, outcome.currency});
    }
    return figures;
}

} // namespace ns3
