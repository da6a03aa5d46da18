// SPDX-License-Identifier: GPL-2.0-only

#include "scenario-reader.h"

#include "ns3/input-error.h"

#include <boost/json/basic_parser_impl.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;
namespace json = boost::json;

/** Receives what the parser finds and makes the tree; the names are those of Boost.JSON. */
class TreeHandler
{
  public:
    static constexpr std::size_t max_array_size = SIZE_MAX;
    static constexpr std::size_t max_object_size = SIZE_MAX;
    static constexpr std::size_t max_string_size = SIZE_MAX;
    static constexpr std::size_t max_key_size = SIZE_MAX;

    explicit TreeHandler(const std::string& source)
        : m_source(std::make_shared<const std::string>(source))
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
            throw InputError(*m_source,
                             m_line,
                             JoinPath(frame.value.path, frame.key),
                             "is given twice; expected it once");
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

    /** @param line of what comes next */
    void SetLine(uint64_t line)
    {
        m_line = line;
    }

    /** @return the innermost object or list that has not ended: its path and line; or null */
    const ScenarioValue* GetUnfinished() const
    {
        return m_open.empty() ? nullptr : &m_open.back().value;
    }

    ScenarioValue root; //!< the result

  private:
    struct Frame
    {
        ScenarioValue value;
        std::string key;            //!< of the member that comes next
        std::set<std::string> keys; //!< so far
    };

    std::string TakeText(json::string_view last)
    {
        m_text.append(last.data(), last.size());
        return std::exchange(m_text, {});
    }

    ScenarioValue Make(Kind kind) const
    {
        ScenarioValue value;
        value.kind = kind;
        value.line = m_line;
        value.source = m_source;
        if (!m_open.empty())
        {
            const auto& parent = m_open.back();
            const bool inList = parent.value.kind == Kind::LIST;
            value.key = inList ? std::to_string(parent.value.children.size()) : parent.key;
            value.path = JoinPath(parent.value.path, value.key);
        }
        return value;
    }

    bool Begin(Kind kind)
    {
        m_open.push_back({Make(kind), {}, {}});
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

    bool Add(ScenarioValue value)
    {
        if (m_open.empty())
        {
            root = std::move(value);
        }
        else
        {
            m_open.back().value.children.push_back(std::move(value));
        }
        return true;
    }

    std::shared_ptr<const std::string> m_source;
    std::vector<Frame> m_open;
    std::string m_text; //!< parts of a string or number so far
    uint64_t m_line{0};
};

/** @return the tree of a JSON text; lines are counted from firstLine, 0: not at all */
ScenarioValue
Parse(const std::string& source, const std::string& text, uint64_t firstLine)
{
    json::parse_options options;
    options.allow_comments = true;
    json::basic_parser<TreeHandler> parser(options, source);
    auto& handler = parser.handler();
    uint64_t line = firstLine;
    json::error_code error;
    for (size_t begin = 0; begin < text.size() && !error;)
    {
        const size_t newline = text.find('\n', begin);
        const size_t end = newline == std::string::npos ? text.size() : newline + 1;
        handler.SetLine(line);
        const size_t used = parser.write_some(true, text.data() + begin, end - begin, error);
        if (!error && used < end - begin)
        {
            throw InputError(source, line, "", "more text follows the end of the scenario");
        }
        if (error)
        {
            break;
        }
        begin = end;
        line += firstLine > 0 ? 1 : 0;
    }
    if (!error)
    {
        parser.write_some(false, "", 0, error);
    }
    if (error)
    {
        const auto* unfinished = handler.GetUnfinished();
        if (error == json::error::incomplete)
        {
            throw InputError(source,
                             line > 1 ? line - 1 : line,
                             unfinished ? unfinished->path : "",
                             unfinished ? "the file ends within what begins in line " +
                                              std::to_string(unfinished->line)
                                        : "the file holds no complete JSON value");
        }
        throw InputError(source,
                         line,
                         unfinished ? unfinished->path : "",
                         "is no JSON: " + error.message());
    }
    return std::move(handler.root);
}

/** @return the content of a file that is not too large */
std::string
ReadFile(const std::string& path)
{
    const auto refuse = [&path](const std::string& size) {
        throw InputError(path,
                         0,
                         "",
                         "is " + size + " bytes long; expected a scenario of at most " +
                             std::to_string(MAX_SCENARIO_BYTES));
    };
    std::error_code notRegular;
    const auto size = std::filesystem::file_size(path, notRegular);
    if (!notRegular && size > MAX_SCENARIO_BYTES)
    {
        refuse(std::to_string(size));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               &std::fclose);
    std::string text;
    if (file)
    {
        char chunk[65536];
        while (const size_t got = std::fread(chunk, 1, sizeof(chunk), file.get()))
        {
            text.append(chunk, got);
            if (text.size() > MAX_SCENARIO_BYTES)
            {
                refuse("more than " + std::to_string(MAX_SCENARIO_BYTES));
            }
        }
    }
    if (!file || std::ferror(file.get()))
    {
        throw InputError(path, 0, "", std::string("cannot be read: ") + std::strerror(errno));
    }
    return text;
}

/** @return the element or member that the key names, made if need be */
ScenarioValue&
Descend(ScenarioValue& parent, const std::string& key)
{
    if (parent.kind == Kind::LIST)
    {
        size_t index = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
        if (error != std::errc() || end != key.data() + key.size() ||
            index >= parent.children.size())
        {
            parent.Fail("has no element " + key + "; expected 0 to " +
                        std::to_string(parent.children.size() - 1));
        }
        return parent.children[index];
    }
    if (parent.kind == Kind::STRING)
    {
        auto type = ScenarioValue::MakeString(parent.text, parent);
        type.MoveTo(JoinPath(parent.path, "type"), "type");
        parent.kind = Kind::OBJECT;
        parent.text.clear();
        parent.children.push_back(std::move(type));
    }
    if (parent.kind != Kind::OBJECT)
    {
        parent.Fail(std::string("is ") + parent.Describe() + " and has no member " + key);
    }
    for (auto& child : parent.children)
    {
        if (child.key == key)
        {
            return child;
        }
    }
    ScenarioValue made;
    made.kind = Kind::OBJECT;
    made.MoveTo(JoinPath(parent.path, key), key);
    parent.children.push_back(std::move(made));
    return parent.children.back();
}

} // namespace

ScenarioValue
ReadScenario(const std::string& path)
{
    auto root = Parse(path, ReadFile(path), 1);
    root.Expect(Kind::OBJECT, "an object: { ... }");
    return root;
}

void
ApplyOverride(ScenarioValue& root, const std::string& assignment)
{
    static const std::string SOURCE = "command line";
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
    {
        throw InputError(SOURCE,
                         0,
                         "--set " + assignment,
                         "expected KEY=VALUE, such as topology.leaves=16");
    }
    const std::string text = assignment.substr(equals + 1);
    ScenarioValue value;
    try
    {
        value = Parse(SOURCE, text, 0);
    }
    catch (const InputError&)
    {
        value.kind = Kind::STRING;
        value.text = text;
        value.source = std::make_shared<const std::string>(SOURCE);
    }
    // The names of attributes given by class hold "::" but no dot, so dots always separate.
    auto* target = &root;
    for (size_t begin = 0; begin <= equals;)
    {
        const size_t end = std::min(assignment.find('.', begin), equals);
        const std::string key = assignment.substr(begin, end - begin);
        if (key.empty())
        {
            throw InputError(SOURCE, 0, "--set " + assignment, "has an empty part in its key");
        }
        target = &Descend(*target, key);
        target->source = target->source ? target->source : value.source;
        begin = end + 1;
    }
    value.MoveTo(target->path, target->key);
    *target = std::move(value);
}

} // namespace ns3
