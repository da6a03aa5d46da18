// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "model-kernels.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ns3
{

GpuModel::Precision
ModelKernels::GetPrecision(Part part) const
{
    return part == Part::MATRICES ? m_precisions.matrices
           : part == Part::SCORES ? m_precisions.scores
                                  : m_precisions.head;
}

ModelKernels::Time
ModelKernels::GetRoofline(Part part, double flops, double bytes, double kernels, double scale) const
{
    // A pass of twice the FLOPs has two kernels for each.
    kernels *= std::max(1.0, scale);
    const int64_t besidePs = std::llround(kernels * static_cast<double>(m_overheadPs));
    return {m_kernel.GetPs(scale * flops, scale * bytes, GetPrecision(part)) + besidePs,
            {0, kernels}};
}

double
ModelKernels::GetMatrixSeconds(Part part, const KernelShape& shape, Pass pass) const
{
    constexpr double OUTPUT_BYTES = 2;
    const auto precision = GetPrecision(part);
    double seconds = 0;
    if (pass == Pass::FORWARD)
    {
        seconds +=
            m_law->GetMatrixSeconds({shape.m, shape.n, shape.k, shape.groups, OUTPUT_BYTES, false},
                                    precision);
    }
    if (pass == Pass::INPUT_GRADIENTS || pass == Pass::BACKWARD)
    {
        seconds +=
            m_law->GetMatrixSeconds({shape.m, shape.k, shape.n, shape.groups, OUTPUT_BYTES, false},
                                    precision);
    }
    if (pass == Pass::WEIGHT_GRADIENTS || pass == Pass::BACKWARD)
    {
        // Gradients of weights are added to; those of keys and values are not.
        const bool isWeight = part != Part::SCORES;
        seconds += m_law->GetMatrixSeconds({shape.n,
                                            shape.k,
                                            shape.m,
                                            shape.groups,
                                            isWeight ? 2 * m_gradientBytes : OUTPUT_BYTES,
                                            isWeight},
                                           precision);
    }
    return seconds;
}

ModelKernels::Time
ModelKernels::GetByLaw(Part part,
                       const LayerCost::Kernel& kernel,
                       const KernelShape& shape,
                       Pass pass) const
{
    double seconds = 0;
    switch (shape.operation)
    {
    case KernelShape::Operation::MATRIX:
        seconds = GetMatrixSeconds(part, shape, pass);
        break;
    case KernelShape::Operation::ATTENTION:
        seconds = m_law->GetAttentionSeconds(shape,
                                             kernel.bytes / kernel.repeats,
                                             GetPrecision(part),
                                             pass != Pass::FORWARD);
        break;
    case KernelShape::Operation::DECODE_ATTENTION:
        seconds = m_law->GetDecodeSeconds(kernel.bytes / kernel.repeats);
        break;
    }
    return {std::llround(kernel.repeats * seconds * PS_PER_SECOND), {0, 1.0 * kernel.repeats}};
}

ModelKernels::Time
ModelKernels::GetStreams(double bytes, double kernels) const
{
    if (!m_law || bytes <= 0)
    {
        return {};
    }
    Time time;
    time.ps = std::llround(m_law->GetStreamSeconds(bytes, kernels) * PS_PER_SECOND);
    time.kernels.roofline = kernels;
    time.kernels.streamsPs = static_cast<double>(time.ps);
    return time;
}

ModelKernels::Time
ModelKernels::Sum(Part part, const LayerCost::Kernel& kernel, Pass pass, double share) const
{
    if (kernel.flops <= 0 && kernel.bytes <= 0)
    {
        return {};
    }
    const double scale = share * (pass == Pass::BACKWARD ? 2 : 1);
    const bool hasShapes = !kernel.shapes.empty();
    if (!hasShapes || (!m_law && (!m_table || !kernel.inTables)))
    {
        return GetRoofline(part, kernel.flops, kernel.bytes, kernel.kernels, scale);
    }
    double whole = 0; // sum of FLOPs and bytes, which both grow with the size of a matrix
    for (const KernelShape& shape : kernel.shapes)
    {
        whole += shape.n * shape.k;
    }
    Time sum;
    for (const KernelShape& shape : kernel.shapes)
    {
        const auto measuredPs =
            m_table && kernel.inTables ? m_table->GetPs(shape, GetPrecision(part)) : std::nullopt;
        if (measuredPs)
        {
            const int64_t ps = std::llround(scale * kernel.repeats * *measuredPs);
            sum += {ps, {kernel.repeats * std::max(1.0, scale), 0}};
        }
        else if (m_law)
        {
            const Time time = GetByLaw(part, kernel, shape, pass);
            sum += {std::llround(share * static_cast<double>(time.ps)), time.kernels};
        }
        else
        {
            const double portion = shape.n * shape.k / whole;
            sum += GetRoofline(part,
                               portion * kernel.flops,
                               portion * kernel.bytes,
                               kernel.repeats,
                               scale);
        }
    }
    return sum;
}

bool
ModelKernels::Knows(Part part, const LayerCost::Kernel& kernel) const
{
    return m_table && kernel.inTables &&
           std::any_of(kernel.shapes.begin(), kernel.shapes.end(), [&](const KernelShape& shape) {
               return m_table->Knows(shape, GetPrecision(part));
           });
}

std::string
ModelKernels::Describe(Part part, const LayerCost::Kernel& kernel) const
{
    std::string text;
    for (const KernelShape& shape : kernel.shapes)
    {
        text += (text.empty() ? "" : "; ") + KernelTable::Describe(shape, GetPrecision(part));
    }
    return text.empty() || !kernel.inTables ? "kernels without a shape" : text;
}

void
AppendKernelFigures(const ModelKernels::Count& count, std::vector<JobFigure>& figures)
{
    figures.push_back({"kernels measured", count.measured, ""});
    figures.push_back({"kernels by roofline", count.roofline, ""});
}

} // namespace ns3
