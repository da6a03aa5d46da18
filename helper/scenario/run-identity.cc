// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-identity.h"

#include "effective-configuration.h"

#include "ns3/json-reader.h"
#include "ns3/json-writer.h"
#include "ns3/random-draws.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <link.h>
#include <sstream>
#include <string_view>
#include <vector>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

/** Hash of texts and files, one after the other, by HashText(). */
class TextHash
{
  public:
    void Add(std::string_view text)
    {
        m_value = HashText(text, m_value);
    }

    void AddFile(const fs::path& path)
    {
        std::ifstream in(path, std::ios::binary);
        std::vector<char> chunk(1 << 16);
        while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0)
        {
            Add({chunk.data(), static_cast<size_t>(in.gcount())});
        }
    }

    std::string Get() const
    {
        char digits[17];
        std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(m_value));
        return digits;
    }

  private:
    uint64_t m_value{HashText("")}; //!< hash of all texts so far
};

/** Adds the contents of all files that a configuration names. */
void
AddFiles(TextHash& hash, const JsonValue& value)
{
    // File paths in the configuration are absolute.
    std::error_code ignored;
    if (value.kind == JsonValue::Kind::STRING && !value.text.empty() && value.text[0] == '/' &&
        fs::is_regular_file(value.text, ignored))
    {
        hash.AddFile(value.text);
    }
    for (const auto& child : value.children)
    {
        AddFiles(hash, child);
    }
}

/** Adds a library of the process to the hash, if it is one of ours. */
int
AddLibrary(dl_phdr_info* info, size_t size, void* hash)
{
    (void)size;
    const fs::path path(info->dlpi_name);
    if (path.filename().string().find("ai-fabric") != std::string::npos)
    {
        static_cast<TextHash*>(hash)->AddFile(path);
    }
    return 0;
}

} // namespace

std::string
HashConfiguration(const FabricScenario& scenario)
{
    std::ostringstream text;
    JsonWriter json(text);
    json.BeginObject();
    WriteConfiguration(json, "scenario", scenario, {1}, false);
    json.EndObject();
    TextHash hash;
    hash.Add(text.str());
    AddFiles(hash, ParseJson("configuration", text.str()));
    return hash.Get();
}

std::vector<std::string>
HashFabrics(const FabricScenario& scenario)
{
    FabricScenario alone = scenario;
    std::vector<std::string> hashes;
    for (const auto& fabric : scenario.fabrics)
    {
        alone.fabrics = {fabric};
        hashes.push_back(HashConfiguration(alone));
    }
    return hashes;
}

std::string
JoinHashes(const std::vector<std::string>& hashes)
{
    TextHash joined;
    for (const auto& hash : hashes)
    {
        joined.Add(hash);
    }
    return joined.Get();
}

std::string
HashRunner(const EngineOptions& engine, bool pfcTrace)
{
    TextHash hash;
    hash.AddFile("/proc/self/exe");
    dl_iterate_phdr(&AddLibrary, &hash);
    for (const auto& library : engine.libraries)
    {
        hash.AddFile(library);
    }
    hash.Add(engine.stock ? "stock " : "fabric ");
    hash.Add(engine.scheduler);
    hash.Add(engine.nanoseconds ? " ns" : " ps");
    hash.Add(pfcTrace ? " pauses" : "");
    return hash.Get();
}

} // namespace ns3
