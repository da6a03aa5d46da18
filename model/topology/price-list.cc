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
#include <cmath>
#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

using Kind = JsonValue::Kind;

/** Reads the members of an entry, and records the allowed keys. */
class EntryReader
{
  public:
    EntryReader(const std::string& path, const std::string& list, const JsonValue& entry)
        : m_path(path),
          m_place("price." + list + "." + entry.key),
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

    /** @return name of a preset of servers. */
    std::string Server(const std::string& key)
    {
        const auto* member = Find(key, false);
        const auto names = GetPresetNames("server");
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
                 "is " + Show(*member) + "; expected one of the servers " + Join(names) +
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
            const bool isPower = key.text == "watts" || key.text == "transceiverWatts";
            (isPower ? assumed.watts : assumed.cost) = true;
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

/** @return rate such as "25.6 Tbit/s" */
std::string
Describe(double bps)
{
    std::ostringstream text;
    text << (bps >= 1e12 ? bps / 1e12 : bps / 1e9) << (bps >= 1e12 ? " Tbit/s" : " Gbit/s");
    return text.str();
}

/**
 * @return first entry that fits; throws if there is none.
 * @param what name of the part in the message
 */
template <typename Entry, typename Fits>
const Entry&
Choose(const std::vector<Entry>& entries,
       const Fits& fits,
       const PriceList& prices,
       const std::string& list,
       const std::string& what)
{
    const auto found = std::find_if(entries.begin(), entries.end(), fits);
    if (found == entries.end())
    {
        throw InputError(prices.path, 0, "price." + list, "has no part for " + what);
    }
    return *found;
}

/** Parts of one kind that together have the rate of a link. */
template <typename Entry>
struct SideBySide
{
    const Entry& entry; //!< one of the parts
    uint64_t count;     //!< number of parts
};

/** @return first entry that is fast enough, else several of the fastest; throws if none fits */
template <typename Entry, typename Fits>
SideBySide<Entry>
ChooseByRate(const std::vector<Entry>& entries,
             uint64_t ratebps,
             const Fits& fits,
             const PriceList& prices,
             const std::string& list,
             const std::string& what)
{
    uint64_t fastestbps = 0;
    for (const auto& entry : entries)
    {
        fastestbps = fits(entry) ? std::max(fastestbps, entry.ratebps) : fastestbps;
    }
    const uint64_t neededbps = std::min(ratebps, fastestbps);
    const auto& found = Choose(
        entries,
        [&](const auto& entry) { return fits(entry) && entry.ratebps >= neededbps; },
        prices,
        list,
        what);
    return {found, std::max<uint64_t>(1, (ratebps + found.ratebps - 1) / found.ratebps)};
}

/** @return text after the name of a part: number of parts per link */
std::string
DescribeSideBySide(uint64_t count)
{
    return count > 1 ? ", " + std::to_string(count) + " side by side" : "";
}

} // namespace

PriceList
PriceList::Read(const std::string& path)
{
    const auto file = PresetFile::Read(path, "price");
    PriceList prices;
    prices.path = path;
    prices.name = file.name;
    prices.about = file.about;
    const std::vector<std::string> lists =
        {"currency", "switches", "cables", "nics", "servers", "opticalSwitches"};
    for (const auto& member : file.thing.children)
    {
        const std::string place = "price." + member.key;
        if (std::find(lists.begin(), lists.end(), member.key) == lists.end())
        {
            throw InputError(path,
                             member.line,
                             place,
                             "unknown key; expected one of " + Join(lists) +
                                 Suggest(member.key, lists));
        }
        if (member.key == "currency")
        {
            if (member.kind != Kind::STRING)
            {
                throw InputError(path,
                                 member.line,
                                 place,
                                 std::string("is ") + DescribeKind(member.kind) +
                                     "; expected a string such as \"USD\"");
            }
            prices.currency = member.text;
            continue;
        }
        if (member.kind != Kind::LIST)
        {
            throw InputError(path,
                             member.line,
                             place,
                             std::string("is ") + DescribeKind(member.kind) + "; expected a list");
        }
        for (const auto& entry : member.children)
        {
            EntryReader reader(path, member.key, entry);
            if (member.key == "switches")
            {
                prices.switches.push_back({reader.Count("ports"),
                                           reader.Rate("capacity"),
                                           reader.Number("cost"),
                                           reader.Number("watts", 0),
                                           reader.Assumed()});
            }
            else if (member.key == "cables")
            {
                prices.cables.push_back({reader.Word("of", {"host", "switch", "all"}),
                                         reader.Rate("rate"),
                                         reader.Number("cost"),
                                         reader.Number("transceivers", 0),
                                         reader.Number("transceiverCost", 0),
                                         reader.Number("transceiverWatts", 0),
                                         reader.Assumed()});
            }
            else if (member.key == "nics")
            {
                prices.nics.push_back({reader.Rate("rate"),
                                       reader.Number("cost"),
                                       reader.Number("watts", 0),
                                       reader.Assumed()});
            }
            else if (member.key == "servers")
            {
                prices.servers.push_back({reader.Server("server"),
                                          reader.Count("gpus"),
                                          reader.Number("cost"),
                                          reader.Number("watts", 0),
                                          reader.Assumed()});
            }
            else
            {
                prices.opticalSwitches.push_back({reader.Count("ports"),
                                                  reader.Number("cost"),
                                                  reader.Number("watts", 0),
                                                  reader.Assumed()});
            }
            reader.End();
        }
    }
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

TopologyCost::TopologyCost(const TopologySummary& summary,
                           const std::vector<PassiveParts::Part>& parts,
                           const Cluster& cluster,
                           const PriceList& prices)
{
    const uint64_t planes = cluster.planes;
    const auto add = [this](const std::string& what,
                            uint64_t count,
                            double one,
                            double draw,
                            const PriceList::Assumed& ofEntry) {
        const auto number = static_cast<double>(count);
        const PriceList::Assumed shown{ofEntry.cost && one > 0, ofEntry.watts && draw > 0};
        items.push_back({what, count, number * one, number * draw, shown});
        cost += number * one;
        watts += number * draw;
        assumed = {assumed.cost || shown.cost, assumed.watts || shown.watts};
    };
    for (const auto& nodes : summary.nodes)
    {
        if (nodes.isHost)
        {
            continue;
        }
        const auto fits = [&nodes](const auto& entry) {
            return entry.ports >= nodes.maxPorts && entry.capacitybps >= nodes.maxbps;
        };
        const auto entry =
            Choose(prices.switches,
                   fits,
                   prices,
                   "switches",
                   nodes.kind + ", " + std::to_string(nodes.maxPorts) + " ports with " +
                       Describe(static_cast<double>(nodes.maxbps)) + " in all");
        add(nodes.kind + " switches", nodes.count * planes, entry.cost, entry.watts, entry.assumed);
    }
    double optics = 0;
    for (const auto& links : summary.links)
    {
        const std::string of = links.ofHost ? "host" : "switch";
        const auto cable = ChooseByRate(
            prices.cables,
            links.ratebps,
            [&of](const auto& entry) { return entry.of == of || entry.of == "all"; },
            prices,
            "cables",
            "links " + links.lower + " to " + links.upper);
        const uint64_t count = links.count * planes;
        const auto& entry = cable.entry;
        optics += static_cast<double>(count * cable.count) * entry.transceivers;
        add("cables " + links.lower + " to " + links.upper + DescribeSideBySide(cable.count),
            count * cable.count,
            entry.cost + entry.transceivers * entry.transceiverCost,
            entry.transceivers * entry.transceiverWatts,
            entry.assumed);
        if (links.ofHost && !prices.nics.empty())
        {
            const auto nic = ChooseByRate(
                prices.nics,
                links.ratebps,
                [](const auto&) { return true; },
                prices,
                "nics",
                "hosts");
            add("NIC ports" + DescribeSideBySide(nic.count),
                count * nic.count,
                nic.entry.cost,
                nic.entry.watts,
                nic.entry.assumed);
        }
    }
    transceivers = static_cast<uint64_t>(std::llround(optics));
    for (const auto& part : parts)
    {
        if (!prices.opticalSwitches.empty())
        {
            const auto entry = Choose(
                prices.opticalSwitches,
                [&part](const auto& other) { return other.ports >= part.ports; },
                prices,
                "opticalSwitches",
                part.kind + " with " + std::to_string(part.ports) + " ports");
            add(part.kind, part.count * planes, entry.cost, entry.watts, entry.assumed);
        }
    }
    const double hosts = std::max<double>(1, static_cast<double>(summary.hosts));
    costPerHost = cost / hosts;
    wattsPerHost = watts / hosts;
    // A larger server is not a match: a server's cost depends on its contents.
    for (const auto& server : prices.servers)
    {
        if (server.preset == cluster.server && server.gpus == cluster.gpusPerServer)
        {
            const double servers = hosts / static_cast<double>(server.gpus);
            serverCost = servers * server.cost;
            serverWatts = servers * server.watts;
            serverAssumed = server.assumed;
            break;
        }
    }
}

} // namespace ns3
