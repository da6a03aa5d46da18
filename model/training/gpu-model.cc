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
constexpr double MICRO = 1e6; //!< microseconds of a second

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
    enum class Need
    {
        ALWAYS,
        OPTIONAL,
        FOR_SHAPES //!< if there is any of these
    };

    struct Key
    {
        const char* name;
        double least;
        double most;
        std::function<void(GpuModel&, double)> set;
        Need need{Need::ALWAYS};
    };

    const Key keys[] = {
        {"fp32Tflops", 1e-3, 1e9, [](auto& gpu, double x) { gpu.fp32Flops = x * TERA; }},
        {"bf16Tflops", 1e-3, 1e9, [](auto& gpu, double x) { gpu.bf16Flops = x * TERA; }},
        {"fp8Tflops", 0, 1e9, [](auto& gpu, double x) { gpu.fp8Flops = x * TERA; }, Need::OPTIONAL},
        {"memoryTBps", 1e-3, 1e6, [](auto& gpu, double x) { gpu.memoryBytesPerSecond = x * TERA; }},
        {"memoryGB",
         1e-3,
         1e9,
         [](auto& gpu, double x) {
             gpu.memoryBytes = static_cast<uint64_t>(std::llround(x * GIGA));
         }},
        {"sms",
         1,
         1e5,
         [](auto& gpu, double x) { gpu.shapes.sms = static_cast<uint32_t>(std::llround(x)); },
         Need::FOR_SHAPES},
        {"bf16TileShare",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.bf16.share = x; },
         Need::FOR_SHAPES},
        {"bf16TileFill",
         0,
         1e5,
         [](auto& gpu, double x) { gpu.shapes.bf16.fill = x; },
         Need::FOR_SHAPES},
        {"bf16TileTBps",
         1e-3,
         1e6,
         [](auto& gpu, double x) { gpu.shapes.bf16.feedBytesPerSecond = x * TERA; },
         Need::FOR_SHAPES},
        {"fp8TileShare",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.fp8.share = x; },
         Need::OPTIONAL},
        {"fp8TileFill",
         0,
         1e5,
         [](auto& gpu, double x) { gpu.shapes.fp8.fill = x; },
         Need::OPTIONAL},
        {"fp8TileTBps",
         1e-3,
         1e6,
         [](auto& gpu, double x) { gpu.shapes.fp8.feedBytesPerSecond = x * TERA; },
         Need::OPTIONAL},
        {"fp8WeightGradient",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.weightGradientFp8 = x; },
         Need::OPTIONAL},
        {"matrixMemoryShare",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.matrixMemory = x; },
         Need::FOR_SHAPES},
        {"streamMemoryShare",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.streamMemory = x; },
         Need::FOR_SHAPES},
        {"kernelUs",
         0,
         1e6,
         [](auto& gpu, double x) { gpu.shapes.kernelSeconds = x / MICRO; },
         Need::FOR_SHAPES},
        {"attentionShare",
         1e-3,
         2,
         [](auto& gpu, double x) { gpu.shapes.attentionShare = x; },
         Need::FOR_SHAPES},
        {"attentionTokens",
         0,
         1e9,
         [](auto& gpu, double x) { gpu.shapes.attentionTokens = x; },
         Need::FOR_SHAPES},
        {"attentionHeadSize",
         0,
         1e5,
         [](auto& gpu, double x) { gpu.shapes.attentionHead = x; },
         Need::FOR_SHAPES},
        {"attentionBackward",
         1e-3,
         1,
         [](auto& gpu, double x) { gpu.shapes.attentionBackward = x; },
         Need::FOR_SHAPES}};
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
    const bool hasShapes = std::any_of(std::begin(keys), std::end(keys), [&](const Key& key) {
        return key.need == Need::FOR_SHAPES && preset.thing.Find(key.name);
    });
    GpuModel gpu;
    gpu.name = preset.name;
    gpu.fp8Flops = 0;
    for (const auto& key : keys)
    {
        if (const auto* value = preset.thing.Find(key.name))
        {
            key.set(gpu, ReadNumber(file, *value, key.least, key.most));
        }
        else if (key.need == Need::ALWAYS)
        {
            throw InputError(file,
                             preset.thing.line,
                             std::string("gpu.") + key.name,
                             "is missing; expected a number (only fp8Tflops is optional)");
        }
        else if (key.need == Need::FOR_SHAPES && hasShapes)
        {
            throw InputError(file,
                             preset.thing.line,
                             std::string("gpu.") + key.name,
                             "is missing; expected a number, since another constant of kernels by "
                             "shape is there");
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
