// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "model-kernels.h"

#include <algorithm>
#include <cmath>

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

ModelKernels::Time
ModelKernels::Get(Part part, const LayerCost::Kernel& kernel, double scale) const
{
    if (kernel.flops <= 0 && kernel.bytes <= 0)
    {
        return {};
    }
    if (!m_table || kernel.shapeCount == 0)
    {
        return GetRoofline(part, kernel.flops, kernel.bytes, kernel.kernels, scale);
    }
    double whole = 0; // sum of FLOPs and bytes, which both grow with the size of a matrix
    for (uint32_t i = 0; i < kernel.shapeCount; ++i)
    {
        whole += kernel.shapes[i].n * kernel.shapes[i].k;
    }
    Time sum;
    for (uint32_t i = 0; i < kernel.shapeCount; ++i)
    {
        const KernelShape& shape = kernel.shapes[i];
        const double share = shape.n * shape.k / whole;
        const auto measuredPs = m_table->GetPs(shape, GetPrecision(part));
        if (measuredPs)
        {
            const int64_t ps = std::llround(scale * kernel.repeats * *measuredPs);
            sum += {ps, {kernel.repeats * std::max(1.0, scale), 0}};
        }
        else
        {
            sum += GetRoofline(part,
                               share * kernel.flops,
                               share * kernel.bytes,
                               kernel.repeats,
                               scale);
        }
    }
    return sum;
}

bool
ModelKernels::Knows(Part part, const LayerCost::Kernel& kernel) const
{
    return m_table && std::any_of(kernel.shapes.begin(),
                                  kernel.shapes.begin() + kernel.shapeCount,
                                  [&](const KernelShape& shape) {
                                      return m_table->Knows(shape, GetPrecision(part));
                                  });
}

std::string
ModelKernels::Describe(Part part, const LayerCost::Kernel& kernel) const
{
    std::string text;
    for (uint32_t i = 0; i < kernel.shapeCount; ++i)
    {
        text += (text.empty() ? "" : "; ") +
                KernelTable::Describe(kernel.shapes[i], GetPrecision(part));
    }
    return text.empty() ? "kernels without a shape" : text;
}

void
AppendKernelFigures(const ModelKernels::Count& count, std::vector<JobFigure>& figures)
{
    figures.push_back({"kernels measured", count.measured, ""});
    figures.push_back({"kernels by roofline", count.roofline, ""});
}

} // namespace ns3
