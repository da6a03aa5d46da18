// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "program-results.h"

#include "fabric-run.h"

#include "ns3/file-slug.h"
#include "ns3/graph-executor.h"
#include "ns3/input-error.h"
#include "ns3/result-rows.h"
#include "ns3/result-table.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <memory>

namespace ns3
{

ProgramResults::ProgramResults(const std::string& name, const std::string& folder)
{
    m_scenario.name = name;
    m_scenario.output = folder;
    m_scenario.seed = RngSeedManager::GetSeed();
    m_scenario.run = RngSeedManager::GetRun();
    m_scenario.seeds = {m_scenario.seed};
}

ProgramResults::~ProgramResults() = default;

const FabricResult&
ProgramResults::Add(const std::string& label,
                    const FabricHelper& helper,
                    const FabricNetwork& network,
                    const ApplicationContainer& jobs)
{
    const std::string slug = Slug(label);
    for (const auto& fabric : m_scenario.fabrics)
    {
        if (fabric.slug == slug)
        {
            throw InputError("results of fabric " + label + ": there is already " + fabric.label +
                             "; expected another label");
        }
    }
    BuiltFabric built{network, {}, {}};
    std::vector<std::string> names;
    for (uint32_t i = 0; i < jobs.GetN(); ++i)
    {
        const auto job = DynamicCast<GraphExecutor>(jobs.Get(i));
        if (!job)
        {
            throw InputError("results of fabric " + label + ": application " + std::to_string(i) +
                             " is not a job; expected applications of FabricHelper::Install()");
        }
        std::string name = job->GetJob().name;
        for (int number = 2; std::find(names.begin(), names.end(), name) != names.end(); ++number)
        {
            name = job->GetJob().name + " " + std::to_string(number);
        }
        names.push_back(name);
        built.jobs.push_back(job);
    }
    if (m_folder && names != m_scenario.jobNames)
    {
        throw InputError("results of fabric " + label +
                         ": has other jobs than the first fabric; expected the same names");
    }
    m_scenario.jobNames = names;
    m_scenario.topology = network.topology;
    m_scenario.server = ConstCast<GpuServer>(network.server);
    ScenarioFabric fabric;
    fabric.label = label;
    fabric.slug = slug;
    fabric.profile = ConstCast<FabricProfile>(helper.GetProfile());
    m_scenario.fabrics.push_back(fabric);
    if (!m_folder)
    {
        m_folder = std::make_unique<ResultFolder>(m_scenario, m_options);
    }
    const size_t number = m_results.size();
    m_results.push_back(CollectFabric(m_scenario, number, built));
    const auto stage = m_folder->MakeStage(number);
    WriteFabricFiles(stage, m_scenario, m_results.back());
    m_folder->Merge(stage, Summarize(m_scenario, m_results.back()));
    m_folder->Finish();
    return m_results.back();
}

void
ProgramResults::Print(std::ostream& out) const
{
    if (m_folder)
    {
        WriteTable(out, m_scenario, m_folder->GetResults());
    }
}

} // namespace ns3
