// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "msccl-plan.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"
#include "ns3/parse-number.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ns3
{

namespace
{

constexpr uint64_t MAX_PLAN_BYTES = uint64_t{256} << 20;
constexpr uint64_t MAX_PLAN_COUNT = uint64_t{1} << 24;
constexpr uint64_t MAX_PLAN_GPUS = 65536;

/** Effects of an operation, as bits. */
enum PlanEffect : uint32_t
{
    PLAN_REDUCES = 1,
    PLAN_COPIES = 2,
    PLAN_SENDS_PACKETS = 4,
    PLAN_AWAITS_PACKETS = 8,
    PLAN_SIGNALS = 16,
    PLAN_FUSES = 32,
    PLAN_WAITS = 64,
    PLAN_FLUSHES = 128,
    PLAN_MOVES = 256, //!< has sources and targets
};

/** An operation and its effects. */
struct PlanName
{
    const char* name; //!< name in files
    uint32_t effects;
};

constexpr PlanName PLAN_NAMES[] = {
    {"nop", 0},
    {"barrier", 0},
    {"sem_acquire", 0},
    {"sem_release", 0},
    {"pipeline", 0},
    {"signal", PLAN_SIGNALS},
    {"rlxsignal", PLAN_SIGNALS},
    {"wait", PLAN_WAITS},
    {"rlxwait", PLAN_WAITS},
    {"flush", PLAN_FLUSHES},
    {"put", PLAN_MOVES},
    {"pws", PLAN_MOVES | PLAN_SIGNALS | PLAN_FUSES},
    {"pwsf", PLAN_MOVES | PLAN_SIGNALS | PLAN_FUSES | PLAN_FLUSHES},
    {"get", PLAN_MOVES},
    {"copy", PLAN_MOVES | PLAN_COPIES},
    {"re", PLAN_MOVES | PLAN_REDUCES},
    {"res", PLAN_MOVES | PLAN_REDUCES},
    {"rre", PLAN_MOVES | PLAN_REDUCES},
    {"rres", PLAN_MOVES | PLAN_REDUCES},
    {"ppkt", PLAN_MOVES | PLAN_SENDS_PACKETS},
    {"rppkt", PLAN_MOVES | PLAN_SENDS_PACKETS | PLAN_AWAITS_PACKETS},
    {"cpkt", PLAN_MOVES | PLAN_COPIES | PLAN_SENDS_PACKETS},
    {"upkt", PLAN_MOVES | PLAN_COPIES | PLAN_AWAITS_PACKETS},
    {"repkt", PLAN_MOVES | PLAN_REDUCES | PLAN_AWAITS_PACKETS},
    {"respkt", PLAN_MOVES | PLAN_REDUCES | PLAN_SENDS_PACKETS | PLAN_AWAITS_PACKETS},
    {"recpkt", PLAN_MOVES | PLAN_REDUCES | PLAN_SENDS_PACKETS | PLAN_AWAITS_PACKETS},
    {"recspkt", PLAN_MOVES | PLAN_REDUCES | PLAN_SENDS_PACKETS | PLAN_AWAITS_PACKETS},
};

constexpr const char* SWITCH_NAMES[] = {"glre", "glres", "gstore", "gstorepkt"};

/** Reader of one file. */
class PlanReader
{
  public:
    explicit PlanReader(const std::string& path)
        : m_path(path)
    {
    }

    MscclPlan Read()
    {
        const auto root = ParseJson(m_path, ReadWholeFile(m_path, MAX_PLAN_BYTES));
        if (root.kind != JsonValue::Kind::OBJECT || !root.Find("gpus"))
        {
            throw InputError(m_path,
                             root.line,
                             "gpus",
                             "is missing; expected an execution plan of MSCCL++");
        }
        MscclPlan plan;
        plan.collective = ReadText(root, "collective");
        plan.minBytes = ReadNumber(root, "min_message_size", 0, UINT64_MAX, 0);
        plan.maxBytes = ReadNumber(root, "max_message_size", 0, UINT64_MAX, UINT64_MAX);
        const auto* inPlace = root.Find("inplace");
        m_inPlace = inPlace && inPlace->text == "true";
        const auto& gpus = Expect(root, "gpus", JsonValue::Kind::LIST);
        m_gpus = gpus.children.size();
        if (m_gpus == 0 || m_gpus > MAX_PLAN_GPUS)
        {
            Fail(gpus, "has " + std::to_string(m_gpus) + " GPUs; expected 1 to 65536");
        }
        for (const auto& gpu : gpus.children)
        {
            ReadGpuHead(gpu);
        }
        for (m_gpu = 0; m_gpu < m_gpus; ++m_gpu)
        {
            plan.gpus.push_back(ReadGpu(gpus.children[m_gpu]));
            const auto& sizes = m_heads[m_gpu].sizes;
            plan.chunks = std::max({plan.chunks, sizes[0], sizes[1]});
        }
        return plan;
    }

  private:
    /** A buffer of another GPU. */
    struct RemoteBuffer
    {
        uint32_t gpu;
        char buffer;
    };

    /** Declarations of a GPU. */
    struct PlanHead
    {
        std::array<uint64_t, 3> sizes{};                         //!< chunks of buffers i, o and s
        std::array<std::vector<MscclPlan::Channel>, 2> channels; //!< memory channels, port channels
        std::vector<RemoteBuffer> buffers;
    };

    [[noreturn]] void Fail(const JsonValue& value, const std::string& problem) const
    {
        throw InputError(m_path, value.line, value.key, problem);
    }

    const JsonValue& Expect(const JsonValue& object, const char* key, JsonValue::Kind kind) const
    {
        const auto* value = object.kind == JsonValue::Kind::OBJECT ? object.Find(key) : nullptr;
        if (!value || value->kind != kind)
        {
            throw InputError(m_path,
                             value ? value->line : object.line,
                             key,
                             (value ? "is " + std::string(DescribeKind(value->kind))
                                    : std::string("is missing")) +
                                 "; expected " + DescribeKind(kind));
        }
        return *value;
    }

    /** @return the list of a key; an empty list if the key is missing */
    const std::vector<JsonValue>& List(const JsonValue& object, const char* key) const
    {
        static const std::vector<JsonValue> NOTHING;
        return object.kind == JsonValue::Kind::OBJECT && !object.Find(key)
                   ? NOTHING
                   : Expect(object, key, JsonValue::Kind::LIST).children;
    }

    const std::string& ReadText(const JsonValue& object, const char* key) const
    {
        return Expect(object, key, JsonValue::Kind::STRING).text;
    }

    uint64_t ToNumber(const JsonValue& value, uint64_t min, uint64_t max) const
    {
        const auto number = ParseNumber(value.text, min, max);
        if (value.kind != JsonValue::Kind::NUMBER || !number)
        {
            Fail(value,
                 "is '" + value.text.substr(0, 40) + "'; expected an integer from " +
                     std::to_string(min) + " to " + std::to_string(max));
        }
        return *number;
    }

    uint64_t ReadNumber(const JsonValue& object, const char* key, uint64_t min, uint64_t max) const
    {
        return ToNumber(Expect(object, key, JsonValue::Kind::NUMBER), min, max);
    }

    uint64_t ReadNumber(const JsonValue& object,
                        const char* key,
                        uint64_t min,
                        uint64_t max,
                        uint64_t missing) const
    {
        return object.Find(key) ? ReadNumber(object, key, min, max) : missing;
    }

    uint32_t ReadPeer(const JsonValue& value) const
    {
        return static_cast<uint32_t>(ToNumber(value, 0, m_gpus - 1));
    }

    char ReadBuffer(const JsonValue& object, const char* key) const
    {
        const auto& value = Expect(object, key, JsonValue::Kind::STRING);
        if (value.text != "i" && value.text != "o" && value.text != "s")
        {
            Fail(value, "is '" + value.text.substr(0, 40) + "'; expected one of i, o, s");
        }
        return value.text.front();
    }

    /** @return 0 for memory channels, 1 for port channels, 2 for those of the switch */
    uint32_t ReadChannelKind(const JsonValue& object, const char* key) const
    {
        const auto& value = Expect(object, key, JsonValue::Kind::STRING);
        constexpr const char* KINDS[] = {"memory", "port", "switch"};
        const auto found = std::find(std::begin(KINDS), std::end(KINDS), value.text);
        if (found == std::end(KINDS))
        {
            Fail(value, "is '" + value.text.substr(0, 40) + "'; expected memory, port or switch");
        }
        return static_cast<uint32_t>(found - std::begin(KINDS));
    }

    void ReadGpuHead(const JsonValue& gpu)
    {
        const auto id = ReadNumber(gpu, "id", 0, m_gpus - 1);
        if (id != m_heads.size())
        {
            Fail(*gpu.Find("id"),
                 "is " + std::to_string(id) + "; expected " + std::to_string(m_heads.size()) +
                     ", the place in the list");
        }
        PlanHead head;
        head.sizes = {ReadNumber(gpu, "input_chunks", 0, MAX_PLAN_COUNT),
                      ReadNumber(gpu, "output_chunks", 0, MAX_PLAN_COUNT),
                      ReadNumber(gpu, "scratch_chunks", 0, MAX_PLAN_COUNT)};
        for (const auto& channel : List(gpu, "channels"))
        {
            const auto kind = ReadChannelKind(channel, "channel_type");
            if (kind == 2)
            {
                continue; // an operation that uses it is refused
            }
            auto& channels = head.channels[kind];
            for (const auto& value :
                 Expect(channel, "connected_to", JsonValue::Kind::LIST).children)
            {
                const uint32_t peer = ReadPeer(value);
                if (peer == id)
                {
                    Fail(value, "is the GPU itself; expected another GPU");
                }
                const auto before =
                    std::count_if(channels.begin(), channels.end(), [peer](const auto& other) {
                        return other.peer == peer;
                    });
                channels.push_back({peer, static_cast<uint32_t>(before), kind == 1});
            }
        }
        for (const auto& buffer : List(gpu, "remote_buffers"))
        {
            head.buffers.push_back({ReadPeer(Expect(buffer, "rank", JsonValue::Kind::NUMBER)),
                                    ReadBuffer(buffer, "type")});
        }
        m_heads.push_back(std::move(head));
    }

    MscclPlan::Gpu ReadGpu(const JsonValue& value)
    {
        MscclPlan::Gpu gpu;
        for (const auto& semaphore : List(value, "semaphores"))
        {
            gpu.semaphores.push_back(ReadNumber(semaphore, "init_value", 0, MAX_PLAN_COUNT));
        }
        for (const auto& block : Expect(value, "threadblocks", JsonValue::Kind::LIST).children)
        {
            m_channels = {};
            m_buffers = {};
            for (const auto& channel : List(block, "channels"))
            {
                TakeReferences(channel, "channel_type", "channel_ids", m_channels);
            }
            for (const auto& buffer : List(block, "remote_buffer_refs"))
            {
                TakeReferences(buffer, "access_channel_type", "remote_buffer_ids", m_buffers);
            }
            gpu.blocks.push_back(ReadOperations(Expect(block, "ops", JsonValue::Kind::LIST),
                                                gpu.semaphores.size(),
                                                true));
        }
        return gpu;
    }

    /** Numbers by kind of channel, which operations name by their place. */
    using References = std::array<std::vector<uint64_t>, 3>;

    void TakeReferences(const JsonValue& value,
                        const char* kindKey,
                        const char* idsKey,
                        References& references) const
    {
        const auto kind = ReadChannelKind(value, kindKey);
        for (const auto& id : Expect(value, idsKey, JsonValue::Kind::LIST).children)
        {
            references[kind].push_back(ToNumber(id, 0, MAX_PLAN_COUNT));
        }
    }

    std::vector<MscclPlan::Operation> ReadOperations(const JsonValue& list,
                                                     size_t semaphores,
                                                     bool isOuter) const
    {
        std::vector<MscclPlan::Operation> operations;
        for (const auto& value : list.children)
        {
            const auto& name = Expect(value, "name", JsonValue::Kind::STRING);
            const uint32_t effects = FindEffects(name);
            MscclPlan::Operation operation;
            operation.line = value.line;
            operation.reduces = effects & PLAN_REDUCES;
            operation.copies = effects & PLAN_COPIES;
            operation.sendsPackets = effects & PLAN_SENDS_PACKETS;
            operation.awaitsPackets = effects & PLAN_AWAITS_PACKETS;
            operation.signals = effects & PLAN_SIGNALS;
            operation.fuses = effects & PLAN_FUSES;
            operation.waits = effects & PLAN_WAITS;
            operation.flushes = effects & PLAN_FLUSHES;
            const auto* kindValue = value.Find("channel_type");
            const uint32_t kind =
                kindValue && kindValue->text != "none" ? ReadChannelKind(value, "channel_type") : 0;
            if (effects & (PLAN_SIGNALS | PLAN_WAITS | PLAN_FLUSHES))
            {
                ReadChannels(value, kind, operation);
            }
            if (effects & PLAN_MOVES)
            {
                operation.sources = ReadPieces(value, "src_buff", kind);
                operation.targets = ReadPieces(value, "dst_buff", kind);
                if (operation.fuses && operation.channels.size() != operation.targets.size())
                {
                    Fail(name,
                         "has " + std::to_string(operation.targets.size()) + " targets and " +
                             std::to_string(operation.channels.size()) +
                             " channels; expected as many");
                }
                ReadShare(value, operation);
            }
            if (name.text == "barrier")
            {
                operation.barrier =
                    static_cast<uint32_t>(ReadNumber(value, "barrier_id", 0, MAX_PLAN_COUNT));
                operation.barrierBlocks =
                    static_cast<uint32_t>(ReadNumber(value, "num_threadblocks", 1, MAX_PLAN_COUNT));
            }
            else if (name.text == "sem_acquire")
            {
                operation.acquired = ReadSemaphores(value, semaphores);
            }
            else if (name.text == "sem_release")
            {
                operation.released = ReadSemaphores(value, semaphores);
            }
            else if (name.text == "pipeline")
            {
                if (!isOuter)
                {
                    Fail(name, "is a pipeline in a pipeline; expected other operations");
                }
                const auto& context = Expect(value, "iter_context", JsonValue::Kind::OBJECT);
                operation.unitBytes = ReadNumber(context, "unit_size", 1, INT64_MAX);
                operation.unitChunks = ReadNumber(context, "num_chunks", 1, MAX_PLAN_COUNT);
                operation.loop =
                    ReadOperations(Expect(value, "ops", JsonValue::Kind::LIST), semaphores, false);
            }
            operations.push_back(std::move(operation));
        }
        return operations;
    }

    uint32_t FindEffects(const JsonValue& name) const
    {
        std::string names;
        for (const auto& entry : PLAN_NAMES)
        {
            if (name.text == entry.name)
            {
                return entry.effects;
            }
            names += (names.empty() ? "" : ", ") + std::string(entry.name);
        }
        if (std::find(std::begin(SWITCH_NAMES), std::end(SWITCH_NAMES), name.text) !=
            std::end(SWITCH_NAMES))
        {
            Fail(name,
                 "is '" + name.text +
                     "', an operation of NVLink's switch, which is not simulated from plans; "
                     "expected operations of memory and port channels");
        }
        Fail(name,
             "is '" + name.text.substr(0, 40) + "', an unknown operation; expected one of " +
                 names);
    }

    void ReadChannels(const JsonValue& value, uint32_t kind, MscclPlan::Operation& operation) const
    {
        if (kind == 2)
        {
            Fail(*value.Find("channel_type"), "is 'switch'; expected memory or port");
        }
        const auto& known = m_heads[m_gpu].channels[kind];
        for (const auto& id : Expect(value, "channel_ids", JsonValue::Kind::LIST).children)
        {
            operation.channels.push_back(known[Resolve(id, m_channels[kind], known.size())]);
        }
    }

    /** @return the number that a thread block's reference stands for, less than `count` */
    uint64_t Resolve(const JsonValue& value,
                     const std::vector<uint64_t>& references,
                     size_t count) const
    {
        const auto place = ToNumber(value, 0, MAX_PLAN_COUNT);
        if (place >= references.size() || references[place] >= count)
        {
            Fail(value,
                 "is " + std::to_string(place) + "; the thread block refers to " +
                     std::to_string(references.size()) + ", and the GPU declares " +
                     std::to_string(count));
        }
        return references[place];
    }

    std::vector<MscclPlan::Piece> ReadPieces(const JsonValue& operation,
                                             const char* key,
                                             uint32_t kind) const
    {
        std::vector<MscclPlan::Piece> pieces;
        for (const auto& value : Expect(operation, key, JsonValue::Kind::LIST).children)
        {
            MscclPlan::Piece piece{m_gpu, 'i', 0, 0};
            if (const auto* id = value.Find("buffer_id"))
            {
                const auto& known = m_heads[m_gpu].buffers;
                const auto& remote = known[Resolve(*id, m_buffers[kind], known.size())];
                piece.gpu = remote.gpu;
                piece.buffer = remote.buffer;
            }
            else
            {
                piece.buffer = ReadBuffer(value, "type");
            }
            piece.first = ReadNumber(value, "index", 0, MAX_PLAN_COUNT);
            piece.chunks = ReadNumber(value, "size", 1, MAX_PLAN_COUNT);
            const auto& sizes = m_heads[piece.gpu].sizes;
            // In place, input and output are one buffer.
            const uint64_t size = piece.buffer == 's'   ? sizes[2]
                                  : m_inPlace           ? std::max(sizes[0], sizes[1])
                                  : piece.buffer == 'i' ? sizes[0]
                                                        : sizes[1];
            if (piece.first + piece.chunks > size)
            {
                Fail(*value.Find("index"),
                     "is " + std::to_string(piece.first) + " for " + std::to_string(piece.chunks) +
                         " chunks, but buffer " + piece.buffer + " of GPU " +
                         std::to_string(piece.gpu) + " has " + std::to_string(size));
            }
            pieces.push_back(piece);
        }
        if (pieces.empty())
        {
            Fail(*operation.Find(key), "is empty; expected places in buffers");
        }
        return pieces;
    }

    void ReadShare(const JsonValue& value, MscclPlan::Operation& operation) const
    {
        if (const auto* group = value.Find("tbg_info"))
        {
            operation.shares = ReadNumber(*group, "tbg_size", 1, MAX_PLAN_COUNT);
            operation.share = ReadNumber(*group, "tb_id", 0, operation.shares - 1);
        }
    }

    std::vector<uint32_t> ReadSemaphores(const JsonValue& value, size_t count) const
    {
        std::vector<uint32_t> semaphores;
        for (const auto& id : Expect(value, "semaphore_ids", JsonValue::Kind::LIST).children)
        {
            semaphores.push_back(
                static_cast<uint32_t>(ToNumber(id, 0, std::max<size_t>(count, 1) - 1)));
            if (count == 0)
            {
                Fail(id, "is " + id.text + "; the GPU declares no semaphores");
            }
        }
        return semaphores;
    }

    const std::string& m_path;
    uint64_t m_gpus{0};            //!< number of GPUs
    bool m_inPlace{false};         //!< input and output are one buffer
    std::vector<PlanHead> m_heads; //!< by GPU
    uint32_t m_gpu{0};             //!< GPU being read
    References m_channels;         //!< of the thread block being read
    References m_buffers;          //!< of the thread block being read
};

} // namespace

bool
MscclPlan::IsPlan(const std::string& path)
{
    const auto text = ReadWholeFile(path, MAX_PLAN_BYTES);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '{';
}

MscclPlan
MscclPlan::Read(const std::string& path)
{
    return PlanReader(path).Read();
}

} // namespace ns3
