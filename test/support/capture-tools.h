// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CAPTURE_TOOLS_H
#define AI_FABRIC_CAPTURE_TOOLS_H

#include "run-program.h"
#include "words.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** @return whether tshark is installed */
inline bool
HaveTshark()
{
    return RunProgram("tshark --version 2>/dev/null").status == 0;
}

/** @return whether a Python is installed */
inline bool
HavePython()
{
    return RunProgram("python3 --version 2>/dev/null").status == 0;
}

/** @return a Python that has scapy with RoCE; empty if there is none */
inline std::string
FindScapy()
{
    for (const std::string python : {"/usr/bin/python3", "python3"})
    {
        if (RunProgram(python + " -c 'import scapy.contrib.roce' 2>/dev/null").status == 0)
        {
            return python;
        }
    }
    return "";
}

/** A row per frame, a text per field, empty where a frame has no such field. */
using FrameTable = std::vector<std::vector<std::string>>;

/**
 * Expects that tshark finds no frame malformed and has nothing to say about any.
 *
 * tshark is kept from guessing what the payload is: its dissectors of RPC over RDMA, which it tries
 * on every SEND, and of EoIB, on every datagram, break on payloads shorter than theirs would be.
 *
 * @param path of a capture
 * @param fields names of tshark, separated by blanks
 * @param filter of tshark, for the frames that are wanted; empty for all
 * @return what tshark says of each frame, flags as 1 and 0, with IPv4 checksums and the FCS checked
 */
inline FrameTable
ReadFrames(const std::string& path, const std::string& fields, const std::string& filter = "")
{
    const std::string reader = "tshark -n -r '" + path + "' --disable-protocol rpcordma " +
                               "--disable-protocol infiniband.eoib ";
    // Some remarks are in the summary alone.
    const std::string summary = RunProgram(reader + "2>/dev/null").text;
    EXPECT_FALSE(Has(summary, "alformed"))
        << summary.substr(summary.rfind('\n', summary.find("alformed")) + 1, 200);
    std::string command = reader +
                          "-o eth.fcs:Always -o eth.check_fcs:TRUE -o ip.check_checksum:TRUE " +
                          "-Y '" + filter + "' -T fields -E separator='|' -E occurrence=f " +
                          "-e _ws.malformed -e _ws.expert.message";
    for (const auto& field : Words(fields))
    {
        command += " -e " + field;
    }
    const auto result = RunProgram(command + " 2>/dev/null");
    EXPECT_EQ(result.status, 0) << command;
    FrameTable table;
    std::istringstream lines(result.text);
    for (std::string line; std::getline(lines, line);)
    {
        std::vector<std::string> row;
        std::istringstream cells(line + '|');
        for (std::string cell; std::getline(cells, cell, '|');)
        {
            // Flags are words since Wireshark 4.2.
            row.push_back(cell == "True" ? "1" : cell == "False" ? "0" : cell);
        }
        EXPECT_EQ(row[0] + row[1], "") << "frame " << table.size() + 1;
        table.emplace_back(row.begin() + 2, row.end());
    }
    return table;
}

/** @param seconds since 1970, as tshark prints them @return nanoseconds */
inline int64_t
NanosecondsOf(const std::string& seconds)
{
    const auto point = seconds.find('.');
    return std::stoll(seconds.substr(0, point)) * 1'000'000'000 +
           std::stoll(seconds.substr(point + 1));
}

/**
 * @param python with scapy
 * @param path of a capture
 * @return RoCE frames whose ICRC it agrees with
 */
inline uint64_t
CountAgreedIcrcs(const std::string& python, const std::string& path)
{
    const auto result = RunProgram(python + " '" + AI_FABRIC_SOURCE_DIR +
                                   "/test/support/check-icrc.py' '" + path + "'");
    EXPECT_EQ(result.status, 0) << result.text;
    return result.status == 0 ? std::stoull(result.text) : 0;
}

/**
 * Expects that all check bytes of a capture of InfiniBand are right.
 *
 * @param path of the capture
 * @return how many packets, and how many flow control packets, were compared
 */
inline std::pair<size_t, size_t>
CountAgreedChecks(const std::string& path)
{
    const auto result = RunProgram(std::string("python3 '") + AI_FABRIC_SOURCE_DIR +
                                   "/test/support/check-infini-band-crcs.py' '" + path + "'");
    EXPECT_EQ(result.status, 0) << result.text;
    std::pair<size_t, size_t> counts{0, 0};
    std::istringstream(result.text) >> counts.first >> counts.second;
    return counts;
}

} // namespace ns3

#endif // AI_FABRIC_CAPTURE_TOOLS_H
