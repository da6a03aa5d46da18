// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "json-reader.h"

#include "json-syntax.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cstdio>

// Boost.JSON is a separate library; the build defines whether it is available.
#ifdef AI_FABRIC_BOOST_JSON
#include <boost/json/basic_parser_impl.hpp>
#include <set>
#include <utility>
#endif

namespace ns3
{

std::string
QuoteJson(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
        {
            quoted += '\\';
        }
        if (static_cast<unsigned char>(c) >= ' ')
        {
            quoted += c;
        }
        else
        {
            char code[7];
            std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
            quoted += code;
        }
    }
    return quoted + '"';
}

#ifdef AI_FABRIC_BOOST_JSON

namespace
{

using Kind = JsonValue::Kind;
namespace json = boost::json;

/** Handler of the parser that builds the tree; its names are those of Boost.JSON. */
class TreeHandler
{
  public:
    static constexpr std::size_t max_array_size = SIZE_MAX;
    static constexpr std::size_t max_object_size = SIZE_MAX;
    static constexpr std::size_t max_string_size = SIZE_MAX;
    static constexpr std::size_t max_key_size = SIZE_MAX;

    TreeHandler(const std::string& source, const JsonOptions& options)
        : m_source(source),
          m_options(options)
    {
    }

    bool on_document_begin(json::error_code&)
    {
        return true;
    }

    bool on_document_end(json::error_code&)
    {
        return true;
    }

    bool on_object_begin(json::error_code&)
    {
        return Begin(Kind::OBJECT);
    }

    bool on_object_end(std::size_t, json::error_code&)
    {
        return End();
    }

    bool on_array_begin(json::error_code&)
    {
        return Begin(Kind::LIST);
    }

    bool on_array_end(std::size_t, json::error_code&)
    {
        return End();
    }

    bool on_key_part(json::string_view text, std::size_t, json::error_code&)
    {
        m_text.append(text.data(), text.size());
        return true;
    }

    bool on_key(json::string_view text, std::size_t, json::error_code&)
    {
        auto& frame = m_open.back();
        frame.key = TakeText(text);
        if (!frame.keys.insert(frame.key).second)
        {
            throw InputError(m_source,
                             m_line,
                             PathOf(m_open.size()) + (m_open.size() > 1 ? "." : "") + frame.key,
                             "appears twice; expected it once");
        }
        return true;
    }

    bool on_string_part(json::string_view text, std::size_t, json::error_code&)
    {
        m_text.append(text.data(), text.size());
        return true;
    }

    bool on_string(json::string_view text, std::size_t, json::error_code&)
    {
        return AddScalar(Kind::STRING, TakeText(text));
    }

    bool on_number_part(json::string_view text, json::error_code&)
    {
        m_text.append(text.data(), text.size());
        return true;
    }

    bool on_int64(int64_t, json::string_view text, json::error_code&)
    {
        return AddScalar(Kind::NUMBER, TakeText(text));
    }

    bool on_uint64(uint64_t, json::string_view text, json::error_code&)
    {
        return AddScalar(Kind::NUMBER, TakeText(text));
    }

    bool on_double(double, json::string_view text, json::error_code&)
    {
        return AddScalar(Kind::NUMBER, TakeText(text));
    }

    bool on_bool(bool value, json::error_code&)
    {
        return AddScalar(Kind::BOOLEAN, value ? "true" : "false");
    }

    bool on_null(json::error_code&)
    {
        return AddScalar(Kind::EMPTY, "null");
    }

    bool on_comment_part(json::string_view, json::error_code&)
    {
        return true;
    }

    bool on_comment(json::string_view, json::error_code&)
    {
        return true;
    }

    /** @param line line of the next element */
    void SetLine(uint64_t line)
    {
        m_line = line;
    }

    /** @return true if an object or list is open */
    bool IsOpen() const
    {
        return !m_open.empty();
    }

    /** @return innermost open element, and whether a value is expected */
    JsonPlace GetPlace() const
    {
        if (m_open.empty())
        {
            return JsonPlace::ROOT;
        }
        const auto& frame = m_open.back();
        return frame.value.kind == Kind::LIST ? JsonPlace::LIST
               : frame.key.empty()            ? JsonPlace::OBJECT
                                              : JsonPlace::MEMBER;
    }

    /** @return line where the innermost open element begins */
    uint64_t GetOpenLine() const
    {
        return m_open.back().value.line;
    }

    /** @return path of keys of the innermost open element */
    std::string GetOpenPath() const
    {
        return PathOf(m_open.size());
    }

    JsonValue root; //!< the result

  private:
    struct Frame
    {
        JsonValue value;
        std::string key;            //!< key of the next member
        std::set<std::string> keys; //!< keys so far
        size_t elements{0};         //!< elements of a list so far, including those taken away
    };

    /** @return keys down to the depth-th frame, separated by dots */
    std::string PathOf(size_t depth) const
    {
        std::string path;
        for (size_t i = 1; i < depth; ++i)
        {
            path += (i > 1 ? "." : "") + m_open[i].value.key;
        }
        return path;
    }

    std::string TakeText(json::string_view last)
    {
        m_text.append(last.data(), last.size());
        return std::exchange(m_text, {});
    }

    JsonValue Make(Kind kind)
    {
        JsonValue value;
        value.kind = kind;
        value.line = m_line;
        if (!m_open.empty())
        {
            auto& parent = m_open.back();
            value.key = parent.value.kind == Kind::LIST ? std::to_string(parent.elements++)
                                                        : std::exchange(parent.key, {});
        }
        return value;
    }

    bool Begin(Kind kind)
    {
        m_open.push_back({Make(kind), {}, {}, 0});
        return true;
    }

    bool End()
    {
        auto value = std::move(m_open.back().value);
        m_open.pop_back();
        return Add(std::move(value));
    }

    bool AddScalar(Kind kind, std::string text)
    {
        auto value = Make(kind);
        value.text = std::move(text);
        return Add(std::move(value));
    }

    bool Add(JsonValue value)
    {
        if (m_open.empty())
        {
            root = std::move(value);
            return true;
        }
        auto& parent = m_open.back().value;
        const bool ofRootList = m_open.size() == 2 && parent.kind == Kind::LIST &&
                                m_open.front().value.kind == Kind::OBJECT;
        if (!ofRootList || !m_options.takeElement || !m_options.takeElement(parent.key, value))
        {
            parent.children.push_back(std::move(value));
        }
        return true;
    }

    const std::string& m_source;
    const JsonOptions& m_options;
    std::vector<Frame> m_open;
    std::string m_text; //!< parts of a string or number so far
    uint64_t m_line{0};
};

} // namespace

JsonValue
ParseJson(const std::string& source, const std::string& text, const JsonOptions& options)
{
    json::parse_options parseOptions;
    parseOptions.allow_comments = true;
    json::basic_parser<TreeHandler> parser(parseOptions, source, options);
    auto& handler = parser.handler();
    uint64_t line = options.firstLine;
    json::error_code error;
    size_t begin = 0;
    size_t used = 0;
    while (begin < text.size() && !error)
    {
        const size_t newline = text.find('\n', begin);
        const size_t end = newline == std::string::npos ? text.size() : newline + 1;
        handler.SetLine(line);
        used = parser.write_some(true, text.data() + begin, end - begin, error);
        if (!error && used < end - begin)
        {
            throw InputError(source, line, "", "more text follows the end of the JSON value");
        }
        if (error)
        {
            used = std::min(used, end - begin); // after an error the value is arbitrary
            break;
        }
        begin = end;
        line += options.firstLine > 0 ? 1 : 0;
    }
    if (!error)
    {
        parser.write_some(false, "", 0, error);
    }
    if (error)
    {
        const bool open = handler.IsOpen();
        const std::string path = open ? handler.GetOpenPath() : "";
        if (error == json::error::incomplete)
        {
            throw InputError(source,
                             line > 1 ? line - 1 : line,
                             path,
                             open ? "the file ends inside the value that begins in line " +
                                        std::to_string(handler.GetOpenLine())
                                  : "the file holds no complete JSON value");
        }
        throw InputError(source,
                         line,
                         path,
                         "column " + std::to_string(used + 1) + ": " +
                             DescribeSyntaxError(text, begin + used, handler.GetPlace()));
    }
    return std::move(handler.root);
}

bool
HasJson()
{
    return true;
}

#else

bool
HasJson()
{
    return false;
}

JsonValue
ParseJson(const std::string& source, const std::string&, const JsonOptions&)
{
    throw InputError(source,
                     0,
                     "",
                     "JSON is not built in; install Boost.JSON 1.75 (Debian: "
                     "libboost-json1.81-dev) and build again");
}

#endif

} // namespace ns3
