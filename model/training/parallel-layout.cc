// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "parallel-layout.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ParallelLayout);

namespace
{

[[noreturn]] void
Fail(const std::string& problem)
{
    throw InputError("parallel layout: " + problem);
}

/** @return dimensions in the order of a text such as "tp-cp-ep-dp-pp" */
std::array<ParallelGrid::Dimension, ParallelGrid::DIMENSIONS>
ParseOrder(const std::string& text)
{
    static const std::array<const char*, ParallelGrid::DIMENSIONS> NAMES{"tp",
                                                                         "cp",
                                                                         "ep",
                                                                         "dp",
                                                                         "pp"};
    std::array<ParallelGrid::Dimension, ParallelGrid::DIMENSIONS> order{};
    std::array<bool, ParallelGrid::DIMENSIONS> used{};
    std::istringstream words(text);
    size_t count = 0;
    for (std::string word; std::getline(words, word, '-'); ++count)
    {
        const auto found = std::find(NAMES.begin(), NAMES.end(), word);
        if (count >= order.size() || found == NAMES.end() || used[found - NAMES.begin()])
        {
            count = 0;
            break;
        }
        used[found - NAMES.begin()] = true;
        order[count] = static_cast<ParallelGrid::Dimension>(found - NAMES.begin());
    }
    if (count != order.size())
    {
        Fail("Order is \"" + text +
             "\"; expected tp, cp, ep, dp and pp once each, such as tp-cp-ep-dp-pp");
    }
    return order;
}

/** Throws unless a number of things can be divided equally among the ranks. */
void
Divide(const char* name, uint32_t size, const char* what, uint32_t count)
{
    if (count % size != 0)
    {
        Fail(std::string(name) + " is " + std::to_string(size) + "; expected a divisor of the " +
             std::to_string(count) + " " + what);
    }
}

} // namespace

TypeId
ParallelLayout::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ParallelLayout")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<ParallelLayout>()
            .AddAttribute("Tensor",
                          "Tensor parallel size: ranks that share every matrix of a layer.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ParallelLayout::m_tensor),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Context",
                          "Context parallel size: ranks that share every sequence.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ParallelLayout::m_context),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Expert",
                "Expert parallel size: ranks that share the experts of a layer; a divisor of Data.",
                UintegerValue(1),
                MakeUintegerAccessor(&ParallelLayout::m_expert),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Data",
                          "Data parallel size: copies of the model, each with its own sequences; "
                          "0: as many as the ranks allow.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ParallelLayout::m_data),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Pipeline",
                          "Pipeline parallel size: stages that share the layers.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ParallelLayout::m_pipeline),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Order",
                          "Order of tensor (tp), context (cp), expert (ep), data (dp) and pipeline "
                          "(pp) parallelism; the first joins neighbouring ranks.",
                          StringValue("tp-cp-ep-dp-pp"),
                          MakeStringAccessor(&ParallelLayout::m_order),
                          MakeStringChecker());
    return tid;
}

ParallelGrid
ParallelLayout::MakeGrid(uint32_t ranks) const
{
    const uint64_t others = uint64_t{m_tensor} * m_context * m_pipeline;
    const std::string product = "Tensor * Context * Pipeline, " + std::to_string(m_tensor) + " * " +
                                std::to_string(m_context) + " * " + std::to_string(m_pipeline);
    if (ranks == 0 || ranks % others != 0)
    {
        Fail(product + ", does not divide the " + std::to_string(ranks) + " ranks");
    }
    const auto data = static_cast<uint32_t>(ranks / others);
    if (m_data != 0 && m_data != data)
    {
        Fail("Data is " + std::to_string(m_data) + "; " + product + ", leaves " +
             std::to_string(data) + " of the " + std::to_string(ranks) + " ranks");
    }
    if (data % m_expert != 0)
    {
        Fail("Expert is " + std::to_string(m_expert) + "; expected a divisor of Data, " +
             std::to_string(data));
    }
    return ParallelGrid({m_tensor, m_context, m_expert, data / m_expert, m_pipeline},
                        ParseOrder(m_order));
}

void
ParallelLayout::Check(const ModelShape& shape) const
{
    Divide("Tensor", m_tensor, "heads", shape.heads);
    // If there are fewer heads of keys and values than ranks, the heads are copied; then whole
    // groups have the same head.
    if (m_tensor % shape.GetKvHeads() != 0)
    {
        Divide("Tensor", m_tensor, "heads of keys and values", shape.GetKvHeads());
    }
    Divide("Context", m_context, "tokens of a sequence", shape.sequence);
    if (m_expert > 1 && shape.experts == 0)
    {
        Fail("Expert is " + std::to_string(m_expert) +
             "; expected 1, since the model has no experts");
    }
    Divide("Expert", m_expert, "experts", shape.experts);
    if (m_pipeline > shape.layers)
    {
        Fail("Pipeline is " + std::to_string(m_pipeline) + "; expected at most the " +
             std::to_string(shape.layers) + " layers");
    }
}

} // namespace ns3
