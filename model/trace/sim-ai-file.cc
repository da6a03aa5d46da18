// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sim-ai-file.h"

#include "ns3/fabric-workload.h"
#include "ns3/parse-number.h"
#include "ns3/text-reader.h"

#include <string_view>

namespace ns3
{

namespace
{

constexpr int64_t PS_PER_NS = 1000;

/** A collective and its name in files. */
struct CollectiveName
{
    std::string_view name; //!< name in files
    SimAiFile::Collective collective;
};

constexpr CollectiveName COLLECTIVES[] = {
    {"ALLREDUCE", SimAiFile::Collective::ALL_REDUCE},
    {"ALLGATHER", SimAiFile::Collective::ALL_GATHER},
    {"REDUCESCATTER", SimAiFile::Collective::REDUCE_SCATTER},
    {"ALLTOALL", SimAiFile::Collective::ALL_TO_ALL},
};

int64_t
ReadTimePs(TextReader& reader, const char* key)
{
    constexpr uint64_t MOST = FabricWorkload::MAX_TIME_PS / PS_PER_NS;
    return static_cast<int64_t>(reader.ReadUnsigned(key, 0, MOST)) * PS_PER_NS;
}

/** Parses a word such as ALLTOALL_EP. @param own group of a type without a suffix */
void
ReadType(TextReader& reader, SimAiFile::Part& part, SimAiFile::Group own)
{
    const auto word = reader.ReadField("type");
    if (word == "NONE")
    {
        return;
    }
    for (const auto& [name, collective] : COLLECTIVES)
    {
        if (word.substr(0, name.size()) != name)
        {
            continue;
        }
        const auto suffix = word.substr(name.size());
        if (suffix.empty() || suffix == "_EP" || suffix == "_DP_EP")
        {
            part.collective = collective;
            part.group = suffix.empty()    ? own
                         : suffix == "_EP" ? SimAiFile::Group::EXPERT
                                           : SimAiFile::Group::DATA_EXPERT;
            return;
        }
    }
    reader.Fail("type",
                "'" + std::string(word.substr(0, 40)) +
                    "' is unknown; expected NONE, or ALLREDUCE, ALLGATHER, REDUCESCATTER or "
                    "ALLTOALL, each alone or with _EP or _DP_EP");
}

/** Parses the first line: a word, then keys and their numbers. */
void
ReadSettings(TextReader& reader, SimAiFile& file)
{
    reader.BeginRecord();
    file.policy = std::string(reader.ReadField("policy"));
    std::string key;
    while (!reader.AtRecordEnd())
    {
        auto field = reader.ReadField("settings");
        if (const auto value = ParseNumber<uint64_t>(field))
        {
            if (key.empty())
            {
                reader.Fail("settings", "a number without a name before it");
            }
            file.settings[key].push_back(*value);
            continue;
        }
        if (!key.empty() && file.settings[key].empty())
        {
            reader.Fail(key.substr(0, 40), "is not followed by a number");
        }
        field = field.substr(0, field.size() - (field.back() == ':'));
        key = std::string(field);
    }
    reader.EndRecord();
}

} // namespace

uint64_t
SimAiFile::Get(const std::string& key, uint64_t otherwise) const
{
    const auto found = settings.find(key);
    return found == settings.end() || found->second.empty() ? otherwise : found->second.front();
}

SimAiFile
SimAiFile::Read(const std::string& path)
{
    constexpr uint64_t MAX_LAYERS = 10'000'000;
    TextReader reader(path);
    SimAiFile file;
    ReadSettings(reader, file);
    reader.BeginRecord();
    const uint64_t layers = reader.ReadUnsigned("layers", 1, MAX_LAYERS);
    reader.EndRecord();
    const std::string promised = std::to_string(layers) + " layers announced in the second line";
    for (uint64_t number = 0; number < layers; ++number)
    {
        if (reader.AtEnd())
        {
            reader.Fail("layers",
                        "the file ends after " + std::to_string(number) + " of " + promised);
        }
        Layer layer;
        reader.BeginRecord();
        reader.ReadField("name");
        reader.ReadField("dependency");
        for (size_t part = 0; part < layer.parts.size(); ++part)
        {
            layer.parts[part].computePs = ReadTimePs(reader, "compute time");
            ReadType(reader,
                     layer.parts[part],
                     part == WEIGHT_GRADIENTS ? Group::DATA : Group::TENSOR);
            layer.parts[part].bytes = reader.ReadUnsigned("bytes", 0, INT64_MAX);
        }
        layer.updatePs = ReadTimePs(reader, "update time");
        reader.EndRecord();
        file.layers.push_back(layer);
    }
    if (!reader.AtEnd())
    {
        reader.ReadField("layers");
        reader.Fail("layers", "more lines follow after " + promised);
    }
    return file;
}

} // namespace ns3
