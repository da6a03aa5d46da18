// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chakra-file.h"

#include "ns3/input-error.h"
#include "ns3/whole-file.h"

// Of protobuf only the decoder of its wire format is used, not classes that protoc generates: a
// dozen fields are of interest, no compiler of .proto files is needed by any of the builds, and an
// error can tell the byte where it is.
#ifdef AI_FABRIC_PROTOBUF
#include <climits>
#include <cmath>
#include <cstring>
#include <google/protobuf/io/coded_stream.h>
#endif

namespace ns3
{

#ifdef AI_FABRIC_PROTOBUF

namespace
{

constexpr uint64_t MAX_FILE_BYTES = uint64_t{1} << 30;
constexpr uint64_t MAX_TYPE = static_cast<uint64_t>(ChakraNode::Type::COLLECTIVE);

/** How a field is encoded: the low three bits of its tag. */
enum class Wire : uint32_t
{
    VARINT = 0,
    FIXED64 = 1,
    LENGTH = 2,
    FIXED32 = 5
};

/** Decodes one file. */
class Decoder
{
  public:
    Decoder(const std::string& path, const std::string& text)
        : m_path(path),
          m_in(reinterpret_cast<const uint8_t*>(text.data()), static_cast<int>(text.size())),
          m_size(static_cast<int>(text.size()))
    {
        m_in.SetTotalBytesLimit(INT_MAX);
    }

    std::vector<ChakraNode> Read()
    {
        const auto whole = m_in.PushLimit(m_size);
        std::vector<ChakraNode> nodes;
        for (bool first = true; m_in.CurrentPosition() < m_size; first = false)
        {
            ChakraNode node;
            ReadMessage([&](uint32_t field, Wire wire) {
                return !first && ReadNodeField(field, wire, node);
            });
            if (!first)
            {
                nodes.push_back(std::move(node));
            }
        }
        m_in.PopLimit(whole);
        return nodes;
    }

  private:
    /** The value of an attribute; which of its types it has does not matter. */
    struct Attribute
    {
        std::string name;
        std::string text;              //!< string_val
        std::optional<double> real;    //!< double_val, float_val
        std::optional<int64_t> number; //!< any integer, or bool_val
        bool falseInList{false};       //!< of bool_list
        bool isText{false};
    };

    [[noreturn]] void Fail(const std::string& problem) const
    {
        throw InputError(m_path,
                         0,
                         "byte " + std::to_string(m_in.CurrentPosition()),
                         "is no Chakra trace: " + problem);
    }

    uint64_t ReadVarint()
    {
        uint64_t value = 0;
        if (!m_in.ReadVarint64(&value))
        {
            Fail("a number that does not end");
        }
        return value;
    }

    int ReadLength()
    {
        const uint64_t length = ReadVarint();
        if (length > static_cast<uint64_t>(m_in.BytesUntilLimit()))
        {
            Fail("something " + std::to_string(length) + " bytes long, but only " +
                 std::to_string(m_in.BytesUntilLimit()) + " are left");
        }
        return static_cast<int>(length);
    }

    std::string ReadText()
    {
        std::string text;
        m_in.ReadString(&text, ReadLength()); // cannot fail, the length fits
        return text;
    }

    /** Reads what follows its length; `take` reads a field and returns whether it has. */
    template <typename Take>
    void ReadMessage(Take take)
    {
        const auto limit = m_in.PushLimit(ReadLength());
        while (m_in.BytesUntilLimit() > 0)
        {
            const uint64_t tag = ReadVarint();
            const uint64_t field = tag >> 3;
            const auto wire = static_cast<Wire>(tag & 7);
            if (field == 0 || field > UINT32_MAX)
            {
                Fail("a field of number " + std::to_string(field));
            }
            if (!take(static_cast<uint32_t>(field), wire))
            {
                Skip(wire);
            }
        }
        m_in.PopLimit(limit);
    }

    void Skip(Wire wire)
    {
        int length = 0;
        switch (wire)
        {
        case Wire::VARINT:
            ReadVarint();
            return;
        case Wire::FIXED64:
            length = 8;
            break;
        case Wire::FIXED32:
            length = 4;
            break;
        case Wire::LENGTH:
            length = ReadLength();
            break;
        default:
            Fail("a field of the unknown kind " + std::to_string(static_cast<uint32_t>(wire)));
        }
        if (length > m_in.BytesUntilLimit() || !m_in.Skip(length))
        {
            Fail("a field that does not end");
        }
    }

    void Expect(Wire wire, Wire expected)
    {
        if (wire != expected)
        {
            Fail("a field of kind " + std::to_string(static_cast<uint32_t>(wire)) + " instead of " +
                 std::to_string(static_cast<uint32_t>(expected)));
        }
    }

    bool ReadNodeField(uint32_t field, Wire wire, ChakraNode& node)
    {
        switch (field)
        {
        case 1:
            Expect(wire, Wire::VARINT);
            node.id = ReadVarint();
            return true;
        case 3: {
            Expect(wire, Wire::VARINT);
            const uint64_t type = ReadVarint();
            if (type > MAX_TYPE)
            {
                Fail("a node of type " + std::to_string(type) + "; expected 0 to " +
                     std::to_string(MAX_TYPE));
            }
            node.type = static_cast<ChakraNode::Type>(type);
            return true;
        }
        case 4: // control
        case 5: // data
            ReadIds(wire, node.dependencies);
            return true;
        case 7:
            Expect(wire, Wire::VARINT);
            node.durationMicros = ReadVarint();
            return true;
        case 8:
            Expect(wire, Wire::LENGTH);
            ReadMessage([&](uint32_t inner, Wire innerWire) {
                const bool values = inner == 1 && innerWire == Wire::LENGTH;
                if (values)
                {
                    node.inputs = ReadText();
                }
                return values;
            });
            return true;
        case 10:
            Expect(wire, Wire::LENGTH);
            TakeAttribute(ReadAttribute(), node);
            return true;
        default:
            return false;
        }
    }

    /** One id, or several as protobuf packs them. */
    void ReadIds(Wire wire, std::vector<uint64_t>& ids)
    {
        if (wire == Wire::VARINT)
        {
            ids.push_back(ReadVarint());
            return;
        }
        Expect(wire, Wire::LENGTH);
        const auto limit = m_in.PushLimit(ReadLength());
        while (m_in.BytesUntilLimit() > 0)
        {
            ids.push_back(ReadVarint());
        }
        m_in.PopLimit(limit);
    }

    Attribute ReadAttribute()
    {
        Attribute attribute;
        ReadMessage([&](uint32_t field, Wire wire) {
            if (field == 1 && wire == Wire::LENGTH)
            {
                attribute.name = ReadText();
                return true;
            }
            return field >= 3 && ReadValue(field, wire, attribute);
        });
        return attribute;
    }

    /** The formats of AttributeProto: odd fields are single values, even ones lists. */
    bool ReadValue(uint32_t field, Wire wire, Attribute& attribute)
    {
        constexpr uint32_t SINT32 = 15;
        constexpr uint32_t SINT64 = 17;
        constexpr uint32_t LAST_INTEGER = 27; // bool_val
        constexpr uint32_t BOOLEANS = 28;
        constexpr uint32_t STRING = 29;
        uint64_t bits = 0;
        uint32_t halfBits = 0;
        switch (wire)
        {
        case Wire::VARINT:
            bits = ReadVarint();
            if (field == SINT32 || field == SINT64)
            {
                bits = (bits >> 1) ^ (~(bits & 1) + 1); // zigzag
            }
            if (field <= LAST_INTEGER)
            {
                attribute.number = static_cast<int64_t>(bits);
            }
            return true;
        case Wire::FIXED64:
            if (!m_in.ReadLittleEndian64(&bits))
            {
                Fail("a number that does not end");
            }
            if (field == 3)
            {
                double value = 0;
                std::memcpy(&value, &bits, sizeof(value));
                attribute.real = value;
            }
            else if (field <= LAST_INTEGER)
            {
                attribute.number = static_cast<int64_t>(bits);
            }
            return true;
        case Wire::FIXED32:
            if (!m_in.ReadLittleEndian32(&halfBits))
            {
                Fail("a number that does not end");
            }
            if (field == 5)
            {
                float value = 0;
                std::memcpy(&value, &halfBits, sizeof(value));
                attribute.real = value;
            }
            else if (field <= LAST_INTEGER)
            {
                attribute.number = halfBits;
            }
            return true;
        case Wire::LENGTH:
            if (field == STRING)
            {
                attribute.isText = true;
                attribute.text = ReadText();
                return true;
            }
            if (field == BOOLEANS)
            {
                ReadMessage([&](uint32_t inner, Wire innerWire) {
                    std::vector<uint64_t> values;
                    if (inner == 1)
                    {
                        ReadIds(innerWire, values);
                    }
                    for (const uint64_t value : values)
                    {
                        attribute.falseInList = attribute.falseInList || value == 0;
                    }
                    return inner == 1;
                });
                return true;
            }
            return false;
        }
        return false;
    }

    /** @return the attribute's value as a count of something */
    std::optional<uint64_t> ToCount(const Attribute& attribute, const ChakraNode& node) const
    {
        constexpr double MOST = 9.2e18; // below 2^63
        const bool fits = attribute.number
                              ? *attribute.number >= 0
                              : attribute.real && *attribute.real >= 0 && *attribute.real <= MOST;
        if (!fits)
        {
            throw InputError(m_path,
                             0,
                             "node " + std::to_string(node.id),
                             attribute.name + " is no integer from 0 to 2^63 - 1");
        }
        return attribute.number ? static_cast<uint64_t>(*attribute.number)
                                : static_cast<uint64_t>(std::llround(*attribute.real));
    }

    void TakeAttribute(const Attribute& attribute, ChakraNode& node) const
    {
        const std::string& name = attribute.name;
        if (name == "is_cpu_op")
        {
            node.onCpu = attribute.number.value_or(0) != 0;
        }
        else if (name == "num_ops")
        {
            node.operations = ToCount(attribute, node);
        }
        else if (name == "comm_type")
        {
            node.collective = ToCount(attribute, node);
        }
        else if (name == "comm_size")
        {
            node.bytes = ToCount(attribute, node);
        }
        else if (name == "comm_src")
        {
            node.source = ToCount(attribute, node);
        }
        else if (name == "comm_dst")
        {
            node.destination = ToCount(attribute, node);
        }
        else if (name == "comm_tag")
        {
            node.tag = ToCount(attribute, node);
        }
        else if (name == "pg_name" || name == "comm_group")
        {
            node.groupName = attribute.isText
                                 ? attribute.text
                                 : std::to_string(ToCount(attribute, node).value_or(0));
        }
        else if (name == "involved_dim")
        {
            node.partialDimensions = attribute.falseInList;
        }
    }

    const std::string& m_path;
    google::protobuf::io::CodedInputStream m_in;
    int m_size;
};

} // namespace

std::vector<ChakraNode>
ReadChakraFile(const std::string& path)
{
    const auto text = ReadWholeFile(path, MAX_FILE_BYTES);
    if (text.empty())
    {
        throw InputError(path, 0, "", "the file is empty");
    }
    if (text.compare(0, 2, "\x1f\x8b") == 0)
    {
        throw InputError(path, 0, "", "is compressed with gzip; unpack it first");
    }
    return Decoder(path, text).Read();
}

#else

std::vector<ChakraNode>
ReadChakraFile(const std::string& path)
{
    throw InputError(path,
                     0,
                     "",
                     "Chakra traces are not built in; install protobuf (Debian: libprotobuf-dev) "
                     "and build again");
}

#endif

} // namespace ns3
