// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-report.h"

namespace ns3
{

std::vector<JobFigure>
GetTrainingFigures(const TrainingOutcome& outcome)
{
    constexpr double MS = 1e9; // ps
    constexpr double HOURS_PER_DAY = 24;
    const auto timePs = static_cast<double>(outcome.durationPs);
    if (outcome.durationPs <= 0)
    {
        return {};
    }
    const double seconds = timePs / 1e12;
    const double idle = outcome.idleFraction;
    const double flops = outcome.modelFlops / seconds / outcome.gpus;
    std::vector<JobFigure> figures{
        {"iteration time", timePs / MS, "ms"},
        {"compute", (1 - idle) * timePs / MS, "ms"},
        {"GPU idle in step", 100 * idle, "%"},
        {"model FLOPs per GPU", flops / 1e12, "TFLOP/s"},
        {"MFU", 100 * flops / outcome.peakFlops, "%"},
        {"tokens per second", outcome.tokens / seconds, ""},
    };
    if (outcome.memory.GetTotal() > 0)
    {
        constexpr double GB = 1e9;
        figures.push_back({"memory of a GPU", outcome.memory.GetTotal() / GB, "GB"});
        figures.push_back({"of it parameters", outcome.memory.parameters / GB, "GB"});
        figures.push_back({"of it gradients", outcome.memory.gradients / GB, "GB"});
        figures.push_back({"of it optimizer", outcome.memory.optimizer / GB, "GB"});
        figures.push_back({"of it activations", outcome.memory.activations / GB, "GB"});
    }
    if (outcome.gpuHourPrice > 0)
    {
        const double perHour = idle * outcome.gpus * outcome.gpuHourPrice;
        figures.push_back({"idle cost per step", perHour * seconds / 3600, outcome.currency});
        figures.push_back({"idle cost per day", perHour * HOURS_PER_DAY, outcome.currency});
    }
    if (outcome.clusterPrice > 0)
    {
        figures.push_back(
            {"idle share of the cluster", idle * outcome.clusterPrice, outcome.currency});
    }
    return figures;
}

} // namespace ns3
