// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "kernel-precision.h"

#include "ns3/input-error.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(KernelPrecision);

TypeId
KernelPrecision::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::KernelPrecision")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<KernelPrecision>()
            .AddAttribute(
                "Matrices",
                "Precision of projections, feed-forward parts and experts: bf16, fp8 or fp32.",
                StringValue("bf16"),
                MakeStringAccessor(&KernelPrecision::m_matrices),
                MakeStringChecker())
            .AddAttribute("Scores",
                          "Precision of the products of queries with keys and of scores with "
                          "values: bf16, fp8 or fp32.",
                          StringValue("bf16"),
                          MakeStringAccessor(&KernelPrecision::m_scores),
                          MakeStringChecker())
            .AddAttribute("Head",
                          "Precision of the output embedding: bf16, fp8 or fp32.",
                          StringValue("bf16"),
                          MakeStringAccessor(&KernelPrecision::m_head),
                          MakeStringChecker());
    return tid;
}

void
KernelPrecision::Check(const GpuModel& gpu) const
{
    for (const auto precision : {GetMatrices(), GetScores(), GetHead()})
    {
        if (gpu.GetPeakFlops(precision) <= 0)
        {
            throw InputError("GPU " + gpu.name + " has no FP8 arithmetic; expected BF16 or FP32");
        }
    }
}

} // namespace ns3
