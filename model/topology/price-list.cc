// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "price-list.h"

#include "ns3/data-rate.h"
#include "ns3/input-error.h"
#include "ns3/json-value.h"
#include "ns3/name-hint.h"
#include "ns3/parse-number.h"
#include "ns3/preset-file.h"

#include <algorithm>
#include <optional>

namespace ns3
{

namespace
{

using Kind = JsonValue::Kind;

/** Reads the members of an entry, and records the allowed keys. */
class EntryReader
{
  public:
    EntryReader(const std::string& path, const std::string& place, const JsonValue& entry)
        : m_path(path),
          m_place("price." + place),
          m_entry(entry)
    {
        if (entry.kind != Kind::OBJECT)
        {
            Fail(entry, "", std::string("is ") + DescribeKind(entry.kind) + "; expected an object");
        }
    }

    /**
     * @param otherwise value if the key is missing
     * @return number, at least 0
     */
    double Number(const std::string& key, std::optional<double> otherwise = {})
    {
        const auto* member = Find(key, otherwise.has_value());
        m_numbers.push_back(key);
        if (!member)
        {
            return *otherwise;
        }
        const auto number = ParseNumber<double>(member->text, 0, 1e12);
        if (member->kind != Kind::NUMBER || !number)
        {
            Fail(*member, key, "is " + member->text + "; expected a number from 0 to 1e12");
        }
        return *number;
    }

    /** @return integer, at least one */
    uint64_t Count(const std::string& key)
    {
        const auto* member = Find(key, false);
        const auto number = ParseNumber<uint64_t>(member->text, 1, MAX_COUNT);
        if (member->kind != Kind::NUMBER || !number)
        {
            Fail(*member,
                 key,
                 "is " + Show(*member) + "; expected a whole number from 1 to " +
                     std::to_string(MAX_COUNT));
        }
        return *number;
    }

    /** @return name of a preset of the kind that the key names */
    std::string Preset(const std::string& key)
    {
        const auto* member = Find(key, false);
        const auto names = GetPresetNames(key);
        const bool isText = member->kind == Kind::STRING;
        if (isText && IsPresetPath(member->text))
        {
            const auto name = member->text.substr(member->text.find_last_of('/') + 1);
            return name.substr(0, name.size() - std::string(".json").size());
        }
        if (!isText || std::find(names.begin(), names.end(), member->text) == names.end())
        {
            Fail(*member,
                 key,
                 "is " + Show(*member) + "; expected one of the " + key + "s " + Join(names) +
                     ", or the path of a .json file" + Suggest(member->text, names));
        }
        return member->text;
    }

    /** @return rate in bit/s */
    uint64_t Rate(const std::string& key)
    {
        const auto* member = Find(key, false);
        DataRateValue rate;
        if (member->kind != Kind::STRING ||
            !rate.DeserializeFromString(member->text, MakeDataRateChecker()) ||
            rate.Get().GetBitRate() == 0)
        {
            Fail(*member, key, "is " + member->text + "; expected a rate such as \"400Gbps\"");
        }
        return rate.Get().GetBitRate();
    }

    /** @return one of the allowed words */
    std::string Word(const std::string& key, const std::vector<std::string>& words)
    {
        const auto* member = Find(key, false);
        if (std::find(words.begin(), words.end(), member->text) == words.end())
        {
            Fail(*member, key, "is " + member->text + "; expected one of " + Join(words));
        }
        return member->text;
    }

    /** @return flags of its list "assumed", for the numbers that were read */
    PriceList::Assumed Assumed()
    {
        PriceList::Assumed assumed;
        const auto known = m_numbers;
        m_known.emplace_back("source"); // for readers of the file
        const auto* member = Find("assumed", true);
        if (!member)
        {
            return assumed;
        }
        const std::string expected = "; expected a list of some of " + Join(known);
        if (member->kind != Kind::LIST)
        {
            Fail(*member, "assumed", std::string("is ") + DescribeKind(member->kind) + expected);
        }
        for (const auto& key : member->children)
        {
            if (std::find(known.begin(), known.end(), key.text) == known.end())
            {
                Fail(key, "assumed", "has " + Show(key) + expected);
            }
            assumed.watts |= key.text == "watts" || key.text == "transceiverWatts";
            assumed.cost |= key.text == "cost" || key.text == "transceiverCost";
        }
        return assumed;
    }

    /** Throws if the entry has other keys than those that were read. */
    void End() const
    {
        for (const auto& member : m_entry.children)
        {
            if (std::find(m_known.begin(), m_known.end(), member.key) == m_known.end())
            {
                Fail(member,
                     member.key,
                     "unknown key; expected one of " + Join(m_known) +
                         Suggest(member.key, m_known));
            }
        }
    }

  private:
    static constexpr uint64_t MAX_COUNT = 1'000'000'000'000; //!< limit for ports and GPUs

    /** @return value as written in a message */
    static std::string Show(const JsonValue& value)
    {
        return value.text.empty() ? DescribeKind(value.kind) : value.text;
    }

    [[noreturn]] void Fail(const JsonValue& value,
                           const std::string& key,
                           const std::string& problem) const
    {
        throw InputError(m_path, value.line, m_place + (key.empty() ? "" : "." + key), problem);
    }

    const JsonValue* Find(const std::string& key, bool optional)
    {
        m_known.push_back(key);
        const auto* member = m_entry.Find(key);
        if (!member && !optional)
        {
            Fail(m_entry, key, "is missing");
        }
        return member;
    }

    const std::string& m_path;
    std::string m_place;
    const JsonValue& m_entry;
    std::vector<std::string> m_known;   //!< keys
    std::vector<std::string> m_numbers; //!< keys read by Number()
};

/** Reads the entries of one list. */
void
ReadEntries(const JsonValue& list, PriceList& prices)
{
    const auto read = [&](auto& entries, const auto& make) {
        entries.clear(); // those of the base
        for (const auto& entry : list.children)
        {
            EntryReader reader(prices.path, list.key + "." + entry.key, entry);
            entries.push_back(make(reader));
            reader.End();
        }
    };
    // Braces evaluate from left to right, so Assumed() knows the numbers.
    if (list.key == "switches")
    {
        read(prices.switches, [](auto& reader) {
            return PriceList::Switch{reader.Count("ports"),
                                     reader.Rate("capacity"),
                                     reader.Number("cost"),
                                     reader.Number("watts", 0),
                                     reader.Assumed()};
        });
    }
    else if (list.key == "cables")
    {
        read(prices.cables, [](auto& reader) {
            return PriceList::Cable{reader.Word("of", {"host", "switch", "all"}),
                                    reader.Rate("rate"),
                                    reader.Number("cost"),
                                    reader.Number("transceivers", 0),
                                    reader.Number("transceiverCost", 0),
                                    reader.Number("transceiverWatts", 0),
                                    reader.Assumed()};
        });
    }
    else if (list.key == "nics")
    {
        read(prices.nics, [](auto& reader) {
            return PriceList::Nic{reader.Rate("rate"),
                                  reader.Number("cost"),
                                  reader.Number("watts", 0),
                                  reader.Assumed()};
        });
    }
    else if (list.key == "servers")
    {
        read(prices.servers, [](auto& reader) {
            return PriceList::Server{reader.Preset("server"),
                                     reader.Count("gpus"),
                                     reader.Number("cost"),
                                     reader.Number("watts", 0),
                                     reader.Assumed()};
        });
    }
    else if (list.key == "gpus")
    {
        read(prices.gpus, [](auto& reader) {
            return PriceList::Gpu{reader.Preset("gpu"),
                                  reader.Number("cost"),
                                  reader.Number("watts", 0),
                                  reader.Number("reserved", 0),
                                  reader.Number("onDemand", 0),
                                  reader.Assumed()};
        });
    }
    else
    {
        read(prices.opticalSwitches, [](auto& reader) {
            return PriceList::OpticalSwitch{reader.Count("ports"),
                                            reader.Number("cost"),
                                            reader.Number("watts", 0),
                                            reader.Assumed()};
        });
    }
}

/** @return list on which another is based @param depth number of lists that are based on it */
PriceList ReadList(const std::string& path, int depth);

/** @param base value of "base" @return the list that it names */
PriceList
ReadBase(const std::string& path, const JsonValue& base, int depth)
{
    constexpr int MAX_DEPTH = 8; // longer chains are circles
    const auto names = GetPresetNames("price");
    if (base.kind != Kind::STRING ||
        std::find(names.begin(), names.end(), base.text) == names.end() || depth > MAX_DEPTH)
    {
        throw InputError(path,
                         base.line,
                         "price.base",
                         (depth > MAX_DEPTH ? "is based on itself" : "is " + base.text) +
                             "; expected another one of " + Join(names) +
                             Suggest(base.text, names));
    }
    return ReadList(GetPresetPath("price", base.text), depth);
}

PriceList
ReadList(const std::string& path, int depth)
{
    const auto file = PresetFile::Read(path, "price");
    const auto* base = file.thing.Find("base");
    PriceList prices = base ? ReadBase(path, *base, depth + 1) : PriceList();
    prices.path = path;
    prices.name = file.name;
    prices.about = file.about;
    const std::vector<std::string> keys = {"base",
                                           "currency",
                                           "switches",
                                           "cables",
                                           "nics",
                                           "servers",
                                           "opticalSwitches",
                                           "gpus",
                                           "operation"};
    for (const auto& member : file.thing.children)
    {
        const std::string place = "price." + member.key;
        const auto expect = [&](Kind kind, const std::string& what) {
            if (member.kind != kind)
            {
                throw InputError(path,
                                 member.line,
                                 place,
                                 std::string("is ") + DescribeKind(member.kind) + "; expected " +
                                     what);
            }
        };
        if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
        {
            throw InputError(path,
                             member.line,
                             place,
                             "unknown key; expected one of " + Join(keys) +
                                 Suggest(member.key, keys));
        }
        if (member.key == "currency")
        {
            expect(Kind::STRING, "a string such as \"USD\"");
            prices.currency = member.text;
        }
        else if (member.key == "operation")
        {
            EntryReader reader(path, member.key, member);
            prices.operation = {reader.Number("years", 0),
                                reader.Number("kilowattHour", 0),
                                reader.Number("pue", 1),
                                reader.Assumed()};
            reader.End();
        }
        else if (member.key != "base")
        {
            expect(Kind::LIST, "a list");
            ReadEntries(member, prices);
        }
    }
    return prices;
}

} // namespace

PriceList
PriceList::Read(const std::string& path)
{
    const auto prices = ReadList(path, 0);
    for (const auto& [key, missing] : {std::pair{"currency", prices.currency.empty()},
                                       std::pair{"switches", prices.switches.empty()},
                                       std::pair{"cables", prices.cables.empty()}})
    {
        if (missing)
        {
            throw InputError(path, 0, std::string("price.") + key, "is missing or empty");
        }
    }
    return prices;
}

} // namespace ns3
