// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "kernel-table.h"

#include "ns3/csv-row-reader.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <array>
#include <cstdio>
#include <iterator>
#include <vector>

namespace ns3
{

namespace
{

using Operation = KernelShape::Operation;
using Precision = GpuModel::Precision;

constexpr const char* HEADING = "gpu,operation,precision,m,n,k,time_us";
constexpr double MOST = 1e12; //!< upper limit of a dimension
constexpr double PS_PER_US = 1e6;

const std::array<const char*, 3> OPERATIONS{"matrix", "attention", "decode-attention"};

const char*
GetName(Precision precision)
{
    return precision == Precision::FP32 ? "fp32" : precision == Precision::BF16 ? "bf16" : "fp8";
}

/** @return value at x by linear interpolation between two entries; empty beyond the entries */
template <typename Entries, typename GetValue>
std::optional<double>
Interpolate(const Entries& entries, double x, GetValue getValue)
{
    const auto above = entries.lower_bound(x);
    if (above == entries.end() || (above->first > x && above == entries.begin()))
    {
        return std::nullopt;
    }
    const std::optional<double> upper = getValue(above->second);
    if (above->first == x || !upper)
    {
        return upper;
    }
    const auto below = std::prev(above);
    const std::optional<double> lower = getValue(below->second);
    if (!lower)
    {
        return std::nullopt;
    }
    return *lower + (*upper - *lower) * (x - below->first) / (above->first - below->first);
}

} // namespace

KernelTable::KernelTable(const std::string& file, const std::string& gpu)
    : m_gpu(gpu)
{
    CsvRowReader reader(file, HEADING);
    while (reader.Next())
    {
        ReadRow(file, reader.GetLine(), reader.GetFields());
    }
    if (m_rows.empty())
    {
        throw InputError(file,
                         0,
                         "gpu",
                         "has no row for " + gpu +
                             (m_others.empty() ? "; expected a line for each kernel"
                                               : "; it has rows for " + m_others));
    }
}

void
KernelTable::ReadRow(const std::string& file, uint64_t line, const std::vector<std::string>& fields)
{
    const auto named = [&](const char* column, const auto& get) {
        try
        {
            return get();
        }
        catch (const InputError& error)
        {
            throw InputError(file, line, column, error.what());
        }
    };
    const auto number = [&](const char* column, const std::string& field, double min, double max) {
        const auto value = ParseNumber<double>(field, min, max);
        if (!value)
        {
            throw InputError(file,
                             line,
                             column,
                             "'" + field.substr(0, 40) + "' is not a number from " +
                                 (min < 1 ? "0.001 to 1e9" : "1 to 1e12"));
        }
        return *value;
    };
    const auto isKnown = [this](const std::string& name) {
        return name == m_gpu ||
               (", " + m_others + ",").find(", " + name + ",") != std::string::npos;
    };
    const std::string gpu = named("gpu", [&] {
        return isKnown(fields[0]) ? fields[0] : GpuModel::Get(fields[0]).name;
    });
    size_t operation = 0;
    while (operation < OPERATIONS.size() && fields[1] != OPERATIONS[operation])
    {
        ++operation;
    }
    if (operation == OPERATIONS.size())
    {
        throw InputError(file,
                         line,
                         "operation",
                         "'" + fields[1].substr(0, 40) +
                             "' is unknown; expected one of matrix, attention, decode-attention");
    }
    const auto precision = named("precision", [&] { return GpuModel::GetPrecision(fields[2]); });
    const double m = number("m", fields[3], 1, MOST);
    const double n = number("n", fields[4], 1, MOST);
    const double k = number("k", fields[5], 1, MOST);
    const double us = number("time_us", fields[6], 1e-3, 1e9);
    if (gpu != m_gpu)
    {
        if (!isKnown(gpu))
        {
            m_others += (m_others.empty() ? "" : ", ") + gpu;
        }
        return;
    }
    ByM& times = m_rows[{static_cast<Operation>(operation), precision, k}][n];
    if (!times.emplace(m, us * PS_PER_US).second)
    {
        throw InputError(file, line, "m", "an earlier line has the same shape; expected it once");
    }
}

std::optional<double>
KernelTable::GetPs(const KernelShape& shape, Precision precision) const
{
    const auto byN = m_rows.find({shape.operation, precision, shape.k});
    if (byN == m_rows.end())
    {
        return std::nullopt;
    }
    const auto at = [&shape](const ByM& times) {
        return Interpolate(times, shape.m, [](double ps) { return std::optional<double>(ps); });
    };
    if (shape.operation == Operation::MATRIX)
    {
        const auto times = byN->second.find(shape.n);
        return times == byN->second.end() ? std::nullopt : at(times->second);
    }
    return Interpolate(byN->second, shape.n, at);
}

bool
KernelTable::Knows(const KernelShape& shape, Precision precision) const
{
    const auto byN = m_rows.find({shape.operation, precision, shape.k});
    return byN != m_rows.end() &&
           (shape.operation != Operation::MATRIX || byN->second.count(shape.n) > 0);
}

std::string
KernelTable::Describe(const KernelShape& shape, Precision precision)
{
    std::string text =
        std::string(OPERATIONS[static_cast<size_t>(shape.operation)]) + "," + GetName(precision);
    for (const double number : {shape.m, shape.n, shape.k})
    {
        char digits[32];
        std::snprintf(digits, sizeof(digits), ",%.12g", number);
        text += digits;
    }
    return text;
}

} // namespace ns3
