// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-model.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double TERA = 1e12;
constexpr uint64_t GB = 1'000'000'000;

void
CheckEfficiency(const std::string& what, double efficiency)
{
    if (!(efficiency > 0 && efficiency <= 1))
    {
        throw InputError(what + " efficiency: is " + std::to_string(efficiency) +
                         "; expected a share above 0 and at most 1");
    }
}

} // namespace

const std::vector<GpuModel>&
GpuModel::GetAll()
{
    // Data sheets give tensor rates with sparsity, twice those of dense arithmetic.
    static const std::vector<GpuModel> models = {
        {"a100",
         19.5 * TERA,
         312 * TERA,
         0,
         2.039 * TERA,
         80 * GB,
         108,
         "NVIDIA A100 80 GB SXM data sheet; SMs: A100 architecture whitepaper"},
        {"h100",
         66.9 * TERA,
         989.4 * TERA,
         1978.9 * TERA,
         3.35 * TERA,
         80 * GB,
         132,
         "NVIDIA H100 SXM5 data sheet and H100 architecture whitepaper"},
        {"h800",
         66.9 * TERA,
         989.4 * TERA,
         1978.9 * TERA,
         3.35 * TERA,
         80 * GB,
         132,
         "as H100 SXM5, of which it differs in FP64 and NVLink; SMs: DeepSeek-V3 technical report, "
         "section 3.2.2"},
        {"b200",
         75 * TERA,
         2250 * TERA,
         4500 * TERA,
         8 * TERA,
         180 * GB,
         148,
         "NVIDIA HGX B200 and DGX B200 data sheets, an eighth of the system; SMs: 74 per die"},
        {"gb200",
         80 * TERA,
         2500 * TERA,
         5000 * TERA,
         8 * TERA,
         186 * GB,
         152,
         "NVIDIA GB200 NVL72 data sheet, a 72nd of the rack; SMs: as its driver counts them"}};
    return models;
}

const GpuModel&
GpuModel::Get(const std::string& name)
{
    const auto& models = GetAll();
    const auto found = std::find_if(models.begin(), models.end(), [&name](const auto& model) {
        return name == model.name;
    });
    if (found == models.end())
    {
        std::string allowed;
        for (const auto& model : models)
        {
            allowed += (allowed.empty() ? "" : ", ") + std::string(model.name);
        }
        throw InputError("no GPU is called \"" + name + "\"; expected one of " + allowed);
    }
    return *found;
}

GpuModel::Precision
GpuModel::GetPrecision(const std::string& name)
{
    if (name == "fp32")
    {
        return Precision::FP32;
    }
    if (name == "bf16")
    {
        return Precision::BF16;
    }
    if (name == "fp8")
    {
        return Precision::FP8;
    }
    throw InputError("no precision is called \"" + name + "\"; expected one of fp32, bf16, fp8");
}

double
GpuModel::GetPeakFlops(Precision precision) const
{
    switch (precision)
    {
    case Precision::FP32:
        return fp32Flops;
    case Precision::BF16:
        return bf16Flops;
    case Precision::FP8:
        break;
    }
    return fp8Flops;
}

KernelTime::KernelTime(const GpuModel& model, double computeEfficiency, double memoryEfficiency)
    : m_model(model),
      m_computeEfficiency(computeEfficiency),
      m_memoryEfficiency(memoryEfficiency)
{
    CheckEfficiency("compute", computeEfficiency);
    CheckEfficiency("memory", memoryEfficiency);
}

int64_t
KernelTime::GetPs(double flops, double bytes, GpuModel::Precision precision) const
{
    const double peak = m_model.GetPeakFlops(precision);
    if (peak <= 0 && flops > 0)
    {
        throw InputError(std::string("GPU ") + m_model.name +
                         " has no FP8 arithmetic; expected BF16 or FP32");
    }
    const double computeSeconds = flops > 0 ? flops / (peak * m_computeEfficiency) : 0;
    const double memorySeconds = bytes / (m_model.memoryBytesPerSecond * m_memoryEfficiency);
    constexpr int64_t longestPs = NEVER_PS / 2;
    const double ps = std::max({0.0, computeSeconds, memorySeconds}) * PS_PER_SECOND;
    return ps < static_cast<double>(longestPs) ? static_cast<int64_t>(std::llround(ps)) : longestPs;
}

} // namespace ns3
