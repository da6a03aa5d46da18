// SPDX-License-Identifier: GPL-2.0-only

#include "model-kernels.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

int64_t
ModelKernels::GetPs(Part part, const LayerCost::Kernel& kernel, double scale) const
{
    if (kernel.flops <= 0 && kernel.bytes <= 0)
    {
        return 0;
    }
    const auto precision = part == Part::MATRICES ? m_precisions.matrices
                           : part == Part::SCORES ? m_precisions.scores
                                                  : m_precisions.head;
    // A pass of twice the FLOPs is two kernels for each.
    const double kernels = kernel.kernels * std::max(1.0, scale);
    return m_kernel.GetPs(scale * kernel.flops, scale * kernel.bytes, precision) +
           static_cast<int64_t>(std::llround(kernels * static_cast<double>(m_overheadPs)));
}

} // namespace ns3
