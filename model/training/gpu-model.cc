// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-model.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/json-reader.h"
#include "ns3/name-hint.h"
#include "ns3/parse-number.h"
#include "ns3/preset-file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

constexpr double TERA = 1e12;
constexpr double GIGA = 1e9;

/** @return a number of a GPU's file; throws if it is not between least and most */
double
ReadNumber(const std::string& file, const JsonValue& value, double least, double most)
{
    const auto number = value.kind == JsonValue::Kind::NUMBER
                            ? ParseNumber<double>(value.text, least, most)
                            : std::nullopt;
    if (!number)
    {
        char range[60];
        std::snprintf(range, sizeof(range), "%g to %g", least, most);
        throw InputError(file,
                         value.line,
                         "gpu." + value.key,
                         "is " + (value.text.empty() ? DescribeKind(value.kind) : value.text) +
                             "; expected a number from " + range);
    }
    return *number;
}

GpuModel
Read(const std::string& file)
{
    struct Key
    {
        const char* name;
        double least;
        double most;
        std::function<void(GpuModel&, double)> set;
    };

    const Key keys[] = {
        {"fp32Tflops", 1e-3, 1e9, [](auto& gpu, double x) { gpu.fp32Flops = x * TERA; }},
        {"bf16Tflops", 1e-3, 1e9, [](auto& gpu, double x) { gpu.bf16Flops = x * TERA; }},
        {"fp8Tflops", 0, 1e9, [](auto& gpu, double x) { gpu.fp8Flops = x * TERA; }},
        {"memoryTBps", 1e-3, 1e6, [](auto& gpu, double x) { gpu.memoryBytesPerSecond = x * TERA; }},
        {"memoryGB", 1e-3, 1e9, [](auto& gpu, double x) {
             gpu.memoryBytes = static_cast<uint64_t>(std::llround(x * GIGA));
         }}};
    const auto preset = PresetFile::Read(file, "gpu");
    std::vector<std::string> names;
    for (const auto& key : keys)
    {
        names.emplace_back(key.name);
    }
    for (const auto& member : preset.thing.children)
    {
        if (std::find(names.begin(), names.end(), member.key) == names.end())
        {
            throw InputError(file,
                             member.line,
                             "gpu." + member.key,
                             "unknown key; expected one of " + Join(names) +
                                 Suggest(member.key, names));
        }
    }
    GpuModel gpu;
    gpu.name = preset.name;
    gpu.fp8Flops = 0;
    for (const auto& key : keys)
    {
        if (const auto* value = preset.thing.Find(key.name))
        {
            key.set(gpu, ReadNumber(file, *value, key.least, key.most));
        }
        else if (key.least > 0)
        {
            throw InputError(file,
                             preset.thing.line,
                             std::string("gpu.") + key.name,
                             "is missing; expected a number (only fp8Tflops is optional)");
        }
    }
    return gpu;
}

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

GpuModel
GpuModel::Get(const std::string& name)
{
    if (IsPresetPath(name))
    {
        return Read(name);
    }
    const auto names = GetPresetNames("gpu");
    if (std::find(names.begin(), names.end(), name) == names.end())
    {
        throw InputError("no GPU is called \"" + name + "\"; expected one of " + Join(names) +
                         ", or the path of a .json file" + Suggest(name, names));
    }
    GpuModel standard;
    return name == standard.name && !HasJson() ? standard : Read(GetPresetPath("gpu", name));
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
        throw InputError("GPU " + m_model.name + " has no FP8 arithmetic; expected BF16 or FP32");
    }
    const double computeSeconds = flops > 0 ? flops / (peak * m_computeEfficiency) : 0;
    const double memorySeconds = bytes / (m_model.memoryBytesPerSecond * m_memoryEfficiency);
    constexpr int64_t longestPs = NEVER_PS / 2;
    const double ps = std::max({0.0, computeSeconds, memorySeconds}) * PS_PER_SECOND;
    return ps < static_cast<double>(longestPs) ? static_cast<int64_t>(std::llround(ps)) : longestPs;
}

} // namespace ns3
