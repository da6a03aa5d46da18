// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-operation.h"

#include "scenario-override.h"
#include "scenario-preset.h"
#include "scenario-reader.h"
#include "type-names.h"

#include "ns3/collective-algorithm.h"
#include "ns3/input-error.h"

#include <cctype>
#include <cstdlib>

namespace ns3
{

namespace
{

constexpr size_t MAX_SIZES = 10'000; // largest number of sizes in a table

const std::vector<NcclTestsOperation> OPERATIONS = {
    {"all_reduce", "nccl-collective", "all-reduce", "sum", -1, false},
    {"all_gather", "nccl-collective", "all-gather", "none", -1, true},
    {"reduce_scatter", "nccl-collective", "reduce-scatter", "sum", -1, true},
    {"broadcast", "nccl-collective", "broadcast", "none", 0, false},
    {"reduce", "nccl-collective", "reduce", "sum", 0, false},
    {"alltoall", "nccl-collective", "all-to-all", "none", -1, true},
    {"gather", "direct-gather", nullptr, "none", 0, true},
    {"scatter", "direct-scatter", nullptr, "none", 0, true},
    {"sendrecv", "send-recv", nullptr, "sum", -1, false},
};

/** @return true if a scenario's workload is one collective of NCCL */
bool
HasNcclCollective(const ScenarioValue& root)
{
    const auto* workload = root.Find("workload");
    const auto* given = workload ? workload->Find("algorithm") : nullptr;
    if (!given)
    {
        return false;
    }
    auto algorithm = *given;
    ExpandPreset(algorithm, "Algorithm", CollectiveAlgorithm::GetTypeId());
    const auto* type = algorithm.Find("type");
    return type && SameName(type->text, "nccl-collective");
}

/** @return bytes of "8", "64K", "1.5M" or "4G"; the letters are powers of 1024, as in nccl-tests */
uint64_t
ParseSize(const std::string& option, const std::string& text)
{
    const auto fail = [&] {
        throw InputError("command line",
                         0,
                         option,
                         "is \"" + text + "\"; expected a size such as 8, 64K, 1M or 4G");
    };
    size_t used = 0;
    double value = -1;
    if (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())))
    {
        char* end = nullptr;
        value = std::strtod(text.c_str(), &end);
        used = static_cast<size_t>(end - text.c_str());
    }
    const std::string letters = "KMGT";
    if (used < text.size())
    {
        const auto place =
            letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text[used]))));
        used = place == std::string::npos ? 0 : used + 1;
        for (size_t i = 0; place != std::string::npos && i <= place; ++i)
        {
            value *= 1024;
        }
    }
    constexpr double LARGEST = 1e15; // bytes; a double holds whole numbers up to 9e15
    if (value < 1 || value > LARGEST || used != text.size())
    {
        fail();
    }
    return static_cast<uint64_t>(value);
}

} // namespace

const NcclTestsOperation&
FindNcclTestsOperation(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& operation : OPERATIONS)
    {
        if (operation.name == name)
        {
            return operation;
        }
        names.emplace_back(operation.name);
    }
    throw InputError("command line",
                     0,
                     "--nccl-tests",
                     "unknown operation \"" + name + "\"; expected one of " + Join(names));
}

std::vector<uint64_t>
GetNcclTestsSizes(const NcclTestsOptions& options)
{
    const uint64_t least = ParseSize("--minbytes", options.minBytes);
    const uint64_t greatest = ParseSize("--maxbytes", options.maxBytes);
    const uint64_t step =
        options.stepBytes.empty() ? 0 : ParseSize("--stepbytes", options.stepBytes);
    if (greatest < least)
    {
        throw InputError("command line",
                         0,
                         "--maxbytes",
                         "is " + options.maxBytes + "; expected at least --minbytes, " +
                             options.minBytes);
    }
    if (options.stepFactor < 2 && step == 0 && least != greatest)
    {
        throw InputError("command line", 0, "--stepfactor", "is 1; expected 2 or more");
    }
    std::vector<uint64_t> sizes;
    for (uint64_t size = least; size <= greatest;)
    {
        sizes.push_back(size);
        if (sizes.size() > MAX_SIZES)
        {
            throw InputError("command line: more than " + std::to_string(MAX_SIZES) +
                             " sizes; use a larger --stepbytes");
        }
        if (least == greatest)
        {
            break;
        }
        size = step > 0 ? size + step : size * options.stepFactor;
    }
    return sizes;
}

void
SetNcclTestsWorkload(ScenarioValue& root, const NcclTestsOptions& options)
{
    const auto& operation = FindNcclTestsOperation(options.operation);
    if (!operation.ncclName || !HasNcclCollective(root))
    {
        ApplyOverride(root, R"(workload={"type": "collective"})");
        ApplyOverride(root, std::string("workload.algorithm.type=") + operation.algorithm);
    }
    if (operation.ncclName)
    {
        ApplyOverride(root, std::string("workload.algorithm.operation=") + operation.ncclName);
    }
    ApplyOverride(root, "workload.name=" + options.operation);
    ApplyOverride(root, "workload.iterations=" + std::to_string(options.iterations));
}

} // namespace ns3
