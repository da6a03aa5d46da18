// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "msccl-program.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/whole-file.h"
#include "ns3/xml-reader.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint64_t MAX_PROGRAM_BYTES = uint64_t{256} << 20;
constexpr int64_t MAX_GPUS = 65536;
constexpr int64_t MAX_COUNT = INT32_MAX;

/** An instruction and its effects. */
struct TypeEntry
{
    const char* name; //!< name in files
    bool receives;
    bool reduces;
    bool copies;
    bool sends;
    bool stores;
};

constexpr TypeEntry TYPES[] = {
    {"s", false, false, false, true, false},
    {"r", true, false, false, false, true},
    {"cpy", false, false, true, false, true},
    {"re", false, true, false, false, true},
    {"rcs", true, false, false, true, true},
    {"rrc", true, true, false, false, true},
    {"rrs", true, true, false, true, false},
    {"rrcs", true, true, false, true, true},
    {"nop", false, false, false, false, false},
};

/** Reader of one file. */
class Reader
{
  public:
    explicit Reader(const std::string& path)
        : m_path(path)
    {
    }

    MscclProgram Read()
    {
        const auto root = ParseXml(m_path, ReadWholeFile(m_path, MAX_PROGRAM_BYTES));
        if (root.name != "algo")
        {
            Fail(root, root.name.substr(0, 40), "is not an MSCCL program; expected <algo ...>");
        }
        MscclProgram program;
        const auto* collective = root.Find("coll");
        program.collective = collective ? *collective : "";
        const auto gpus = static_cast<size_t>(ReadInteger(root, "ngpus", 1, MAX_GPUS));
        program.blocks.resize(gpus);
        program.buffers.resize(gpus);
        std::vector<bool> seen(gpus, false);
        int64_t largest = 1;
        for (const auto& gpu : root.children)
        {
            ExpectName(gpu, "gpu");
            const auto id =
                static_cast<size_t>(ReadInteger(gpu, "id", 0, static_cast<int64_t>(gpus) - 1));
            if (seen[id])
            {
                Fail(gpu, "id", "gpu " + std::to_string(id) + " appears twice");
            }
            seen[id] = true;
            const auto readChunks = [&](const char* buffer) {
                return static_cast<uint64_t>(ReadInteger(gpu, buffer, 0, MAX_COUNT, 0));
            };
            auto& buffers = program.buffers[id];
            buffers = {readChunks("i_chunks"), readChunks("o_chunks"), readChunks("s_chunks")};
            largest = std::max({largest,
                                static_cast<int64_t>(buffers.input),
                                static_cast<int64_t>(buffers.output)});
            program.blocks[id] = ReadBlocks(gpu, id, gpus);
        }
        const auto missing = std::find(seen.begin(), seen.end(), false);
        if (missing != seen.end())
        {
            Fail(root,
                 "ngpus",
                 "is " + std::to_string(gpus) + ", but the program has no gpu " +
                     std::to_string(missing - seen.begin()));
        }
        program.inPlace = ReadInteger(root, "inplace", 0, 1, 0) == 1;
        program.chunks =
            static_cast<uint64_t>(ReadInteger(root, "nchunksperloop", 1, MAX_COUNT, largest));
        return program;
    }

  private:
    [[noreturn]] void Fail(const XmlElement& element,
                           const std::string& key,
                           const std::string& problem) const
    {
        throw InputError(m_path, element.line, key, problem);
    }

    void ExpectName(const XmlElement& element, const char* name) const
    {
        if (element.name != name)
        {
            Fail(element,
                 "",
                 "unexpected <" + element.name.substr(0, 40) + ">; expected <" + name + ">");
        }
    }

    /** @param otherwise value if the attribute is missing; negative: it is required */
    int64_t ReadInteger(const XmlElement& element,
                        const char* name,
                        int64_t min,
                        int64_t max,
                        int64_t otherwise = -2) const
    {
        const auto* text = element.Find(name);
        if (!text && otherwise >= -1)
        {
            return otherwise;
        }
        const auto value = text ? ParseNumber<int64_t>(*text, min, max) : std::nullopt;
        if (!value)
        {
            Fail(element,
                 name,
                 (text ? "is not an integer from " : "is missing; expected an integer from ") +
                     std::to_string(min) + " to " + std::to_string(max));
        }
        return *value;
    }

    std::vector<MscclProgram::Block> ReadBlocks(const XmlElement& gpu, size_t id, size_t gpus) const
    {
        const auto count = static_cast<int64_t>(gpu.children.size());
        std::vector<MscclProgram::Block> blocks(gpu.children.size());
        std::vector<bool> seen(gpu.children.size(), false);
        for (const auto& element : gpu.children)
        {
            ExpectName(element, "tb");
            const auto index = static_cast<size_t>(ReadInteger(element, "id", 0, count - 1));
            if (seen[index])
            {
                Fail(element, "id", "tb " + std::to_string(index) + " appears twice");
            }
            seen[index] = true;
            auto& block = blocks[index];
            block.line = element.line;
            block.channel = static_cast<uint32_t>(ReadInteger(element, "chan", 0, MAX_COUNT, 0));
            const auto last = static_cast<int64_t>(gpus) - 1;
            const std::pair<const char*, uint32_t*> peers[] = {{"send", &block.sendPeer},
                                                               {"recv", &block.recvPeer}};
            for (const auto& [name, peer] : peers)
            {
                *peer = static_cast<uint32_t>(ReadInteger(element, name, -1, last, -1));
                if (*peer == id)
                {
                    Fail(element, name, "is the gpu itself; expected another gpu");
                }
            }
            ReadSteps(element, block, count);
        }
        CheckAwaited(blocks);
        return blocks;
    }

    void ReadSteps(const XmlElement& element, MscclProgram::Block& block, int64_t blocks) const
    {
        for (const auto& child : element.children)
        {
            const bool old = child.name == "step"; // what later releases of msccl-tools call op
            if (!old)
            {
                ExpectName(child, "op");
            }
            const auto number = static_cast<int64_t>(block.steps.size());
            if (ReadInteger(child, old ? "s" : "step", 0, MAX_COUNT) != number)
            {
                Fail(child,
                     old ? "s" : "step",
                     "is out of order; expected " + std::to_string(number));
            }
            MscclProgram::Step step;
            step.line = child.line;
            ReadType(child, step);
            if (step.sends && block.sendPeer == MscclProgram::NONE)
            {
                Fail(child, "type", "sends, but its tb has no send peer");
            }
            if (step.receives && block.recvPeer == MscclProgram::NONE)
            {
                Fail(child, "type", "receives, but its tb has no recv peer");
            }
            const bool moves = step.sends || step.receives || step.copies || step.reduces;
            step.chunks = static_cast<uint64_t>(ReadInteger(child, "cnt", moves, MAX_COUNT, 1));
            step.source = ReadPlace(child, "srcbuf", "srcoff");
            step.target = ReadPlace(child, "dstbuf", "dstoff");
            step.awaitedBlock =
                static_cast<uint32_t>(ReadInteger(child, "depid", -1, blocks - 1, -1));
            if (step.awaitedBlock != MscclProgram::NONE)
            {
                step.awaitedStep = static_cast<uint32_t>(ReadInteger(child, "deps", 0, MAX_COUNT));
            }
            block.steps.push_back(step);
        }
    }

    MscclProgram::Place ReadPlace(const XmlElement& element,
                                  const char* buffer,
                                  const char* offset) const
    {
        MscclProgram::Place place;
        if (const auto* text = element.Find(buffer))
        {
            if (*text != "i" && *text != "o" && *text != "s")
            {
                Fail(element, buffer, "is not a buffer; expected one of i, o, s");
            }
            place.buffer = text->front();
        }
        place.chunk =
            ReadInteger(element, offset, MscclProgram::NOWHERE, MAX_COUNT, MscclProgram::NOWHERE);
        return place;
    }

    void ReadType(const XmlElement& element, MscclProgram::Step& step) const
    {
        const auto* type = element.Find("type");
        std::string names;
        for (const auto& entry : TYPES)
        {
            if (type && *type == entry.name)
            {
                step.receives = entry.receives;
                step.reduces = entry.reduces;
                step.copies = entry.copies;
                step.sends = entry.sends;
                step.stores = entry.stores;
                return;
            }
            names += (names.empty() ? "" : ", ") + std::string(entry.name);
        }
        Fail(element,
             "type",
             (type ? "is not a kind of step" : "is missing") + std::string("; expected one of ") +
                 names);
    }

    /**
     * Throws if a step waits for a step that does not exist. Called at the end, because thread
     * blocks may come later in the file.
     */
    void CheckAwaited(const std::vector<MscclProgram::Block>& blocks) const
    {
        for (const auto& block : blocks)
        {
            for (const auto& step : block.steps)
            {
                if (step.awaitedBlock != MscclProgram::NONE &&
                    step.awaitedStep >= blocks[step.awaitedBlock].steps.size())
                {
                    throw InputError(m_path,
                                     step.line,
                                     "deps",
                                     "tb " + std::to_string(step.awaitedBlock) + " has no step " +
                                         std::to_string(step.awaitedStep));
                }
            }
        }
    }

    const std::string& m_path;
};

} // namespace

MscclProgram
MscclProgram::Read(const std::string& path)
{
    if (path.empty())
    {
        throw InputError("ns3::MscclAlgorithm: File: is not set; expected the path of the XML file "
                         "of an MSCCL program");
    }
    return Reader(path).Read();
}

} // namespace ns3
