// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Servers, models and GPUs that are files: those of the tree, and a user's own.

#include "known-object.h"
#include "run-program.h"
#include "temporary-folder.h"

#include "ns3/gpu-model.h"
#include "ns3/string.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

#ifdef AI_FABRIC_RUN

namespace
{

namespace fs = std::filesystem;

/** Two links of 40.1 GB/s between two GPUs. */
const std::string SERVER = R"({
    "about": "of a lab",
    "source": {"type": "x", "gpusPerServer": "x", "nvlinks": "x", "nvlinkGeneration": "x"},
    "server": {"type": "custom", "gpusPerServer": 2, "nvlinks": 2, "nvlinkGeneration": 5}
})";

/** One layer of 12 * 1000^2 weights, one word. */
const std::string MODEL = R"({
    "about": "of a lab",
    "source": {"layers": "x", "hidden": "x", "heads": "x", "vocabulary": "x", "sequence": "x"},
    "model": {
        "type": "transformer", "layers": 1, "hidden": 1000, "heads": 10, "vocabulary": 1,
        "sequence": 100
    }
})";

/** 1 Tflop/s, and so much bandwidth that arithmetic decides. */
const std::string GPU = R"({
    "about": "of a lab",
    "source": {"fp32Tflops": "x", "bf16Tflops": "x", "memoryTBps": "x", "memoryGB": "x"},
    "gpu": {"fp32Tflops": 0.5, "bf16Tflops": 1, "memoryTBps": 1e6, "memoryGB": 40}
})";

/** A training step on a GPU of its own, and a message from GPU 3 to GPU 2, which share a server. */
const std::string KNOWN_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4, "rate": "400Gbps"},
    "fabric": "roce",
    "server": "my-server.json",
    "workload": [
        {"type": "training", "hosts": "0", "model": "my-model.json", "gpu": "my-gpu.json",
         "efficiency": 1, "memoryEfficiency": 1, "name": "step"},
        {"type": "permutation", "hosts": "2,3", "bytes": 80200000, "name": "message"}
    ]
})";

class KnownThingsTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        Write("my-server.json", SERVER);
        Write("my-model.json", MODEL);
        Write("my-gpu.json", GPU);
        Write("scenario.json", KNOWN_SCENARIO);
    }

    /** @return the path of a file in the folder of the scenario */
    std::string Write(const std::string& name, const std::string& content)
    {
        std::ofstream(m_folder / name) << content;
        return (m_folder / name).string();
    }

    /** @param options of the command line @return what became of the scenario in the folder */
    Outcome Run(const std::string& options, const std::string& results = "results")
    {
        return RunScenario((m_folder / "scenario.json").string() +
                           " --no-figure --quiet --output " + (m_folder / results).string() + " " +
                           options);
    }

    /** Expects one line and status 2. */
    void ExpectRefused(const std::string& options, const std::string& line)
    {
        const auto outcome = Run("--check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(outcome.text, line + "\n");
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

/** @return the cell of a row in the column of that name */
double
Cell(const std::vector<std::vector<std::string>>& rows, size_t row, const std::string& column)
{
    for (size_t i = 0; i < rows.at(0).size(); ++i)
    {
        if (rows[0][i] == column)
        {
            return std::atof(rows.at(row).at(i).c_str());
        }
    }
    ADD_FAILURE() << "no column " << column;
    return 0;
}

} // namespace

TEST_F(KnownThingsTest, AUsersOwnFilesAct)
{
    ASSERT_EQ(Run("").status, 0);
    // 100 tokens: matrices 2 * 100 * 12 * 1000^2 = 2.4e9 flop, scores 100 * 4 * 100 * 1000 = 4e7,
    // one word 2 * 100 * 1000 = 2e5; three times that for forward and backward: 7.3206e9 at 1e12.
    const auto summary = ReadCells(m_folder / "results" / "summary.csv");
    EXPECT_EQ(summary.at(2).at(1), "step");
    EXPECT_EQ(Cell(summary, 2, "completion_ns"), 7'320'600);
    // 80.2 MB over 2 * 40.1 GB/s take 1 ms; the path and the acknowledgement some hundred ns.
    const auto flows = ReadCells(m_folder / "results" / "flows.csv");
    EXPECT_EQ(flows.at(1).back(), "nvlink");
    EXPECT_GT(Cell(flows, 1, "fct_ns"), 1'000'000);
    EXPECT_LT(Cell(flows, 1, "fct_ns"), 1'002'000);
    // The scenario overrides a file: four links take half the time, two layers twice.
    ASSERT_EQ(Run("--set server.nvlinks=4 --set workload.0.model.layers=2", "over").status, 0);
    EXPECT_LT(Cell(ReadCells(m_folder / "over" / "flows.csv"), 1, "fct_ns"), 502'000);
    EXPECT_EQ(Cell(ReadCells(m_folder / "over" / "summary.csv"), 2, "completion_ns"),
              3 * (2 * 2'440'000 + 200));
}

TEST_F(KnownThingsTest, TheManifestNamesThemAndRuns)
{
    ASSERT_EQ(Run("").status, 0);
    const auto manifest = Read(m_folder / "results" / "manifest.json");
    for (const auto* part : {"\"key\": \"server\",\n        \"preset\": \"my-server\"",
                             "\"key\": \"workload.0.model\",\n        \"preset\": \"my-model\"",
                             "\"key\": \"workload.0.gpu\",\n        \"preset\": \"my-gpu\""})
    {
        EXPECT_TRUE(Has(manifest, part)) << part;
    }
    const auto again = (m_folder / "again").string();
    const auto outcome = RunScenario((m_folder / "results" / "manifest.json").string() +
                                     " --no-figure --quiet --output " + again);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(Read(m_folder / "again" / "flows.csv"), Read(m_folder / "results" / "flows.csv"));
    // Neither does a manifest fail for what has no effect.
    Write("one.json",
          R"({"topology": "star", "fabric": "roce", "server": {"type": "dgx-a100", "nvlinks": 0,
              "gpusPerServer": 1}, "workload": {"type": "permutation", "bytes": 1000}})");
    const auto folder = " --no-figure --quiet --output " + again + " ";
    ASSERT_EQ(RunScenario((m_folder / "one.json").string() + folder).status, 0);
    const auto copy = Write("copy.json", Read(m_folder / "again" / "manifest.json"));
    EXPECT_EQ(RunScenario(copy + folder).status, 0);
}

TEST_F(KnownThingsTest, NamesAreSpelledAsThoseOfTypes)
{
    const std::string more = " --set topology.hosts=8 --set workload.1.hosts=2,3,4,5,6,7 "
                             "--set workload.1.bytes=1000 --set workload.0.memoryShare=0 "
                             "--set workload.0.sequence=1 --set stallTime=60s ";
    std::string expected;
    for (const auto* names : {"server=dgx-h100 --set workload.0.model=llama-3-405b",
                              "server=ns3::DgxH100Server --set workload.0.model=Llama3405bModel",
                              "server.preset=dgx-h100 --set workload.0.model=Llama-3-405B"})
    {
        auto text = KNOWN_SCENARIO;
        if (std::string(names).find("preset") != std::string::npos)
        {
            text.replace(text.find("\"my-server.json\""), 16, "{}");
        }
        Write("scenario.json", text);
        const auto outcome = Run(more + "--set workload.0.layersPerKernel=126 --set " + names);
        ASSERT_EQ(outcome.status, 0) << outcome.text;
        const auto written = Read(m_folder / "results" / "manifest.json");
        EXPECT_TRUE(Has(written, "\"nvlinks\": 18,"));
        EXPECT_TRUE(Has(written, "\"ffnHidden\": 53248,"));
        const auto iteration =
            Cell(ReadCells(m_folder / "results" / "summary.csv"), 2, "completion_ns");
        expected = expected.empty() ? std::to_string(iteration) : expected;
        EXPECT_EQ(std::to_string(iteration), expected);
    }
}

TEST_F(KnownThingsTest, UnknownNamesAreOneLine)
{
    ExpectRefused("--set server=dgx-h10",
                  "command line: server.type: unknown type or preset \"dgx-h10\"; expected one of "
                  "the types custom or one of the presets cloudmatrix, dgx-1-v100, "
                  "dgx-a100, dgx-b200, dgx-h100, gb200-nvl72, gb300-nvl72, hgx-b300, hgx-h800, "
                  "mi300x, mi300x-mesh, mrc-4x200, mrc-8x100, nvl576, p4d, sue-64, tpu-v4, "
                  "tpu-v5p, tpu-v7, trn2, trn2-torus, trn3, ualink-128, vera-rubin-nvl72; did you "
                  "mean dgx-h100?");
    ExpectRefused(
        "--set workload.0.model=gpt-4",
        "command line: workload.0.model.type: unknown type or preset \"gpt-4\"; expected "
        "one of the types default, transformer or one of the presets deep-seek-v3, "
        "gpt-1t, gpt-2, gpt-3, gpt-530b, llama-2-70b, llama-3-405b, llama-3-70b, llama-3-8b, "
        "mixtral-8x7b, qwen3-235b-a22b, qwen3-30b-a3b; did you mean gpt-2?");
    ExpectRefused("--set workload.0.model.preset=x",
                  "command line: workload.0.model.preset: unknown preset \"x\"; expected one of "
                  "deep-seek-v3, gpt-1t, gpt-2, gpt-3, gpt-530b, llama-2-70b, llama-3-405b, "
                  "llama-3-70b, llama-3-8b, mixtral-8x7b, qwen3-235b-a22b, qwen3-30b-a3b, or the "
                  "path of a .json file");
    const auto scenario = (m_folder / "scenario.json").string();
    ExpectRefused("--set workload.0.gpu=h201",
                  scenario +
                      ":6: workload.0: no GPU is called \"h201\"; expected one of a100, b200, "
                      "b300, gb200, gb300, h100, h200, h800, mi300x, tpu-v5p, trainium2, or the "
                      "path of a .json file; did you mean h200?");
    const auto outcome = RunScenario("--list-presets=modles");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              "command line: --list-presets: there is no kind of presets named \"modles\"; "
              "expected one of adapters, fabrics, failures, gpus, models, prices, routeManagers, "
              "servers, topologies, variations; did you mean models?\n");
}

TEST_F(KnownThingsTest, DamagedFilesAreOneLine)
{
    const auto refused =
        [this](const std::string& name, const std::string& content, const std::string& complaint) {
            const auto path = Write(name, content);
            const auto outcome = Run("--check");
            EXPECT_EQ(outcome.status, 2) << outcome.text;
            EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
            EXPECT_TRUE(Has(outcome.text, path + complaint));
            SetUp();
        };
    refused("my-server.json",
            "{\"server\": {\"type\": \"custom\",\n\"nvlink\": 2}}",
            ":2: server.nvlink: unknown key for ns3::CustomServer; expected one of ");
    refused("my-server.json",
            "{\"server\": {\"type\": \"custom\",\n\"pcieRate\": 5}}",
            ":2: server.pcieRate: is 5 without a unit");
    refused("my-server.json",
            "{\"server\":\n{\"nvlinks\": 2}}",
            ":2: server: unknown type \"\"; expected one of custom");
    refused("my-server.json",
            "{\"server\": {\"type\":\n\"dgx\"}}",
            ":2: server.type: unknown type or preset \"dgx\"; expected one of the types custom");
    refused("my-server.json", GPU, ":4: gpu: unknown key; expected one of about, source, server");
    refused("my-server.json", "{\"about\": \"x\"}", ": server: is missing");
    refused("my-server.json", "[]", ":1: is a list; expected an object: { ... }");
    refused("my-server.json",
            "{\"source\": {\"nvlinks\":\n3}}",
            ":2: source.nvlinks: is a number; expected a string");
    refused("my-server.json", "{", ":1: ");
    refused("my-model.json",
            "{\"rate\": \"1Gbps\", \"model\": {\"type\": \"transformer\"}}",
            ":1: rate: unknown key; expected one of about, source, model");
    refused("my-model.json",
            "{\"model\": {\"type\": \"transformer\",\n\"layers\": 0}}",
            ":2: workload.0.model.layers: is 0; expected ");
    refused("my-model.json",
            "{\"model\": {\"preset\":\n\"my-model.json\"}}",
            ":2: model.preset: is built upon itself");
    refused("my-gpu.json",
            "{\"gpu\": {\"fp32Tflops\": 1, \"bf16Tflops\":\n-1}}",
            ":2: gpu.bf16Tflops: is -1; expected a number from 0.001 to 1e+09");
    refused("my-gpu.json",
            "{\"gpu\": {\"fp32Tflops\": 1, \"bf16Tflops\":\n\"fast\"}}",
            ":2: gpu.bf16Tflops: is fast; expected a number from 0.001 to 1e+09");
    refused("my-gpu.json",
            "{\n\"gpu\": {\"fp32Tflops\": 1, \"bf16Tflops\": 1, \"memoryTBps\": 1}}",
            ":2: gpu.memoryGB: is missing; expected a number");
    refused("my-gpu.json",
            "{\"gpu\": {\n\"memoryTBp\": 1}}",
            ":2: gpu.memoryTBp: unknown key; expected one of fp32Tflops, bf16Tflops, fp8Tflops, "
            "memoryTBps, memoryGB, ");
    fs::remove(m_folder / "my-gpu.json");
    EXPECT_TRUE(Has(Run("--check").text, (m_folder / "my-gpu.json").string() + ": cannot be read"));
}

TEST_F(KnownThingsTest, WhatIsDroppedInAFolderIsKnownByItsName)
{
    // An installation of its own: the program, and what stands beside it.
    const auto program = m_folder / "bin" / "ai-fabric-run";
    const auto presets = m_folder / "share" / "ai-fabric" / "examples" / "presets";
    fs::create_directories(program.parent_path());
    fs::copy_file(AI_FABRIC_RUN, program);
    fs::create_directories(presets.parent_path());
    fs::copy(fs::path(AI_FABRIC_SOURCE_DIR) / "examples" / "presets",
             presets,
             fs::copy_options::recursive);
    for (const auto* kind : {"server", "model", "gpu"})
    {
        const std::string file = std::string("my-") + kind + ".json";
        fs::rename(m_folder / file, presets / (std::string(kind) + "s") / file);
    }
    auto text = KNOWN_SCENARIO;
    for (size_t at = 0; (at = text.find(".json")) != std::string::npos;)
    {
        text.erase(at, 5);
    }
    const auto run = program.string() + " --seed 1 --no-figure --quiet --output " +
                     (m_folder / "results").string() + " " + Write("named.json", text);
    const auto outcome = RunProgram(run);
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(Cell(ReadCells(m_folder / "results" / "summary.csv"), 2, "completion_ns"), 7'320'600);
    const auto list = RunProgram(program.string() + " --list-presets=servers");
    EXPECT_TRUE(Begins(list.text, "server\n\ncloudmatrix\n    Ascend 910C"));
    EXPECT_TRUE(Has(list.text, "\nmy-server\n    of a lab\n      type: x\n"));
    EXPECT_FALSE(Has(list.text, "h800\n    NVIDIA H800")) << "a GPU";
}

TEST(KnownThings, AllOfTheTreeLoadAndStandOnTheirPages)
{
    const fs::path root(AI_FABRIC_SOURCE_DIR);
    const auto check = [&root](const std::string& kind, const char* page, const auto& load) {
        const auto text = Read(root / "doc" / page);
        size_t files = 0;
        for (const auto& file : fs::directory_iterator(root / "examples" / "presets" / kind))
        {
            const auto name = file.path().stem().string();
            EXPECT_TRUE(Has(text, "``" + name + "``")) << name << " in " << page;
            EXPECT_NO_THROW(load(name)) << name;
            ++files;
        }
        EXPECT_GE(files, 4U) << kind;
    };
    check("servers", "servers.rst", [](const auto& name) { MakeServer(name)->GetNvlinkRatebps(); });
    check("models", "training.rst", [](const auto& name) { MakeModel(name)->GetShape(); });
    check("gpus", "gpu.rst", [](const auto& name) { GpuModel::Get(name); });
}

#endif // AI_FABRIC_RUN

TEST(KnownThings, DefaultsInCodeAreThoseOfTheFiles)
{
    const auto model = MakeModel("gpt-2");
    const auto standard = Make<ModelDescription>("DefaultModel");
    for (std::size_t i = 0; i < standard->GetInstanceTypeId().GetAttributeN(); ++i)
    {
        const auto name = standard->GetInstanceTypeId().GetAttribute(i).name;
        StringValue a;
        StringValue b;
        model->GetAttribute(name, a);
        standard->GetAttribute(name, b);
        EXPECT_EQ(a.Get(), b.Get()) << name;
    }
    const auto gpu = GpuModel::Get("h100");
    const GpuModel usual;
    EXPECT_EQ(gpu.name, usual.name);
    EXPECT_EQ(gpu.fp32Flops, usual.fp32Flops);
    EXPECT_EQ(gpu.bf16Flops, usual.bf16Flops);
    EXPECT_EQ(gpu.fp8Flops, usual.fp8Flops);
    EXPECT_EQ(gpu.memoryBytesPerSecond, usual.memoryBytesPerSecond);
    EXPECT_EQ(gpu.memoryBytes, usual.memoryBytes);
}
