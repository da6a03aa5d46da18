// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/text-reader.h"

#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace ns3;

namespace
{

/** Error message of reading one field, without the path. */
std::string
ErrorOf(const std::string& text, const std::function<void(TextReader&)>& read)
{
    return MessageBehindPath<InputError>(text, [&](const std::string& path) {
        TextReader reader(path);
        read(reader);
    });
}

template <typename Read>
auto
ValueOf(const std::string& text, Read read)
{
    const TemporaryFile file(text);
    TextReader reader(file.GetPath());
    const auto value = read(reader);
    EXPECT_TRUE(reader.AtEnd()) << text;
    return value;
}

uint64_t
Rate(const std::string& text)
{
    return ValueOf(text, [](TextReader& reader) { return reader.ReadRatebps("rate"); });
}

int64_t
Duration(const std::string& text)
{
    return ValueOf(text, [](TextReader& reader) { return reader.ReadDurationPs("delay"); });
}

int64_t
SecondsPs(const std::string& text)
{
    return ValueOf(text, [](TextReader& reader) { return reader.ReadSecondsPs("start"); });
}

std::string
RateError(const std::string& text)
{
    return ErrorOf(text, [](TextReader& reader) { reader.ReadRatebps("rate"); });
}

std::string
DurationError(const std::string& text)
{
    return ErrorOf(text, [](TextReader& reader) { reader.ReadDurationPs("delay"); });
}

std::string
UnsignedError(const std::string& text)
{
    return ErrorOf(text, [](TextReader& reader) { reader.ReadUnsigned("node", 2, 17); });
}

std::string
DoubleError(const std::string& text)
{
    return ErrorOf(text, [](TextReader& reader) { reader.ReadDouble("error rate", 0, 1); });
}

} // namespace

TEST(TextReader, RatesAreExact)
{
    EXPECT_EQ(Rate("100Gbps"), 100'000'000'000u);
    EXPECT_EQ(Rate("100Gb/s"), 100'000'000'000u);
    EXPECT_EQ(Rate("0.1Tbps"), 100'000'000'000u);
    EXPECT_EQ(Rate("1e3Mbps"), 1'000'000'000u);
    EXPECT_EQ(Rate("12.5GBps"), 100'000'000'000u);
    EXPECT_EQ(Rate("1KiB/s"), 8u * 1024);
    EXPECT_EQ(Rate("1Mibps"), 1024u * 1024);
    EXPECT_EQ(Rate("64kbps"), 64'000u);
    EXPECT_EQ(Rate("64Kbps"), 64'000u);
    EXPECT_EQ(Rate("1bps"), 1u);
    // A third of 800 Gbit/s as a script prints it: 266,666,666,666.6667 is nearest to ...667.
    EXPECT_EQ(Rate("266.6666666666667Gbps"), 266'666'666'667u);
}

TEST(TextReader, TimesAreWholePicoseconds)
{
    EXPECT_EQ(Duration("0.001ms"), 1'000'000);
    EXPECT_EQ(Duration("1us"), 1'000'000);
    EXPECT_EQ(Duration("1000ns"), 1'000'000);
    EXPECT_EQ(Duration("1e-6s"), 1'000'000);
    EXPECT_EQ(Duration("1E+3ns"), 1'000'000);
    EXPECT_EQ(Duration("+2.5us"), 2'500'000);
    EXPECT_EQ(Duration(".5ns"), 500);
    EXPECT_EQ(Duration("7ps"), 7);
    EXPECT_EQ(Duration("0"), 0);
    EXPECT_EQ(Duration("0.0"), 0);
    EXPECT_EQ(Duration("-0ns"), 0);
    EXPECT_EQ(Duration("1e-900s"), 0);
    EXPECT_EQ(Duration("0e900s"), 0);
    EXPECT_EQ(Duration("0.0010000000000000002ms"), 1'000'000); // as a binary double prints
    EXPECT_EQ(Duration("1.5ps"), 2);                           // to nearest, half up
    EXPECT_EQ(Duration("9223372036854775807ps"), INT64_MAX);
    EXPECT_EQ(SecondsPs("2"), 2'000'000'000'000);
    EXPECT_EQ(SecondsPs("2.000000001"), 2'000'000'001'000);
}

TEST(TextReader, WrongRates)
{
    const std::string expected = "; expected a positive rate with its unit, such as 100Gbps";
    EXPECT_EQ(RateError("10x"), ":1: rate: '10x' has a wrong unit" + expected);
    EXPECT_EQ(RateError("100"), ":1: rate: '100' has a wrong unit" + expected);
    EXPECT_EQ(RateError("100Gbpsx"), ":1: rate: '100Gbpsx' has a wrong unit" + expected);
    EXPECT_EQ(RateError("fast"), ":1: rate: 'fast' is not a number" + expected);
    EXPECT_EQ(RateError("-1Gbps"), ":1: rate: '-1Gbps' is negative" + expected);
    EXPECT_EQ(RateError("0Gbps"), ":1: rate: is zero" + expected);
    EXPECT_EQ(RateError("1e18Gbps"), ":1: rate: '1e18Gbps' is too large" + expected);
    EXPECT_EQ(RateError("1e99999999999Gbps"),
              ":1: rate: '1e99999999999Gbps' is not a number" + expected);
    EXPECT_EQ(RateError("."), ":1: rate: '.' is not a number" + expected);
    EXPECT_EQ(RateError("1.2.3Gbps"), ":1: rate: '1.2.3Gbps' has a wrong unit" + expected);
    EXPECT_EQ(RateError("1e+-3Mbps"), ":1: rate: '1e+-3Mbps' is not a number" + expected);
}

TEST(TextReader, WrongTimes)
{
    const std::string expected = "; expected a time of 0 or more with its unit, such as 1us";
    EXPECT_EQ(DurationError("\n\n 1"), ":3: delay: '1' has a wrong unit" + expected);
    EXPECT_EQ(DurationError("1Us"), ":1: delay: '1Us' has a wrong unit" + expected);
    EXPECT_EQ(DurationError("-1us"), ":1: delay: '-1us' is negative" + expected);
    EXPECT_EQ(DurationError("us"), ":1: delay: 'us' is not a number" + expected);
    EXPECT_EQ(DurationError("9223372036854775808ps"),
              ":1: delay: '9223372036854775808ps' is too large" + expected);
    EXPECT_EQ(ErrorOf("2s", [](TextReader& reader) { reader.ReadSecondsPs("start"); }),
              ":1: start: '2s' has a wrong unit; expected 0 or more seconds without a unit");
}

TEST(TextReader, Numbers)
{
    const TemporaryFile file("2 17 0.25 1e-5\r\n 1");
    TextReader reader(file.GetPath());
    EXPECT_EQ(reader.ReadUnsigned("node", 2, 17), 2u);
    EXPECT_EQ(reader.ReadUnsigned("node", 2, 17), 17u);
    EXPECT_EQ(reader.ReadDouble("error rate", 0, 1), 0.25);
    EXPECT_EQ(reader.ReadDouble("error rate", 0, 1), 1e-5);
    EXPECT_EQ(reader.GetLine(), 1u);
    EXPECT_EQ(reader.ReadDouble("error rate", 0, 1), 1);
    EXPECT_EQ(reader.GetLine(), 2u);
    EXPECT_TRUE(reader.AtEnd());
}

TEST(TextReader, WrongNumbers)
{
    for (const std::string text :
         {"1", "18", "-3", "+3", "3.0", "3x", "0x3", "99999999999999999999", "three"})
    {
        EXPECT_EQ(UnsignedError(text), ":1: node: '" + text + "' is not an integer from 2 to 17");
    }
    for (const std::string text : {"-0.1", "1.5", "nan", "inf", "0.1x", "1e999", "x"})
    {
        EXPECT_EQ(DoubleError(text), ":1: error rate: '" + text + "' is not a number from 0 to 1");
    }
}

TEST(TextReader, AMessageIsOneShortLineWhateverTheFileHolds)
{
    const std::string garbage = std::string(1000, 'x');
    EXPECT_EQ(UnsignedError(garbage),
              ":1: node: '" + std::string(40, 'x') + "...' is not an integer from 2 to 17");
    EXPECT_EQ(UnsignedError(std::string("3\0\x1bx\xff", 5)),
              ":1: node: '3??x?' is not an integer from 2 to 17");
}

TEST(TextReader, RecordsStandOnOneLine)
{
    const auto readPair = [](TextReader& reader) {
        reader.BeginRecord();
        reader.ReadUnsigned("a", 0, 9);
        reader.ReadUnsigned("b", 0, 9);
        reader.EndRecord();
    };
    EXPECT_EQ(ErrorOf("\n1 2 \t\r\n", readPair), "no error");
    EXPECT_EQ(ErrorOf("1 2", readPair), "no error");
    EXPECT_EQ(ErrorOf("\n1\n2", readPair), ":2: b: the line ends before this field");
    EXPECT_EQ(ErrorOf("1", readPair), ":1: b: the line ends before this field");
    EXPECT_EQ(ErrorOf("1 2 3", readPair), ":1: unexpected '3' after the last field of the line");
    EXPECT_EQ(ErrorOf("1 2\n3",
                      [&](TextReader& reader) {
                          readPair(reader);
                          readPair(reader);
                      }),
              ":2: b: the line ends before this field");
}

TEST(TextReader, CommentsAreSkippedIfAskedFor)
{
    const auto readAll = [](TextReader& reader) {
        std::string fields;
        while (!reader.AtEnd())
        {
            fields += reader.ReadField("");
            fields += ":" + std::to_string(reader.GetLine()) + " ";
        }
        return fields;
    };
    const std::string text = "# head\na b#c # d # e\n\n  #\n#f\n g\n#";
    EXPECT_EQ(ValueOf(text,
                      [&](TextReader& reader) {
                          reader.SkipComments('#');
                          return readAll(reader);
                      }),
              "a:2 b#c:2 g:6 ");
    EXPECT_EQ(ValueOf("# a", readAll), "#:1 a:1 ");
}

TEST(TextReader, FieldsOfAnyNumberEndWithTheirLine)
{
    const auto read = [](TextReader& reader) {
        reader.SkipComments('#');
        std::string counts;
        while (!reader.AtEnd())
        {
            reader.BeginRecord();
            uint32_t count = 0;
            while (!reader.AtRecordEnd())
            {
                reader.ReadField("");
                ++count;
            }
            reader.EndRecord();
            counts += std::to_string(count) + " ";
        }
        return counts;
    };
    EXPECT_EQ(ValueOf("a b c\n\nd # e\n f g\n", read), "3 1 2 ");
}

TEST(TextReader, ALegendMayFollowTheDataButNoData)
{
    const auto readOne = [](TextReader& reader) {
        reader.ReadUnsigned("a", 0, 9);
        reader.ExpectEndOrLegend("flows", "1 flow");
    };
    EXPECT_EQ(ErrorOf("1\n\n", readOne), "no error");
    EXPECT_EQ(ErrorOf("1\n\nFirst line: # of flows\n0 1 2\n", readOne), "no error");
    EXPECT_EQ(ErrorOf("1\n\n2 3\n", readOne), ":3: flows: unexpected '2' after 1 flow");
    EXPECT_EQ(ErrorOf("1\n-2\n", readOne), ":2: flows: unexpected '-2' after 1 flow");
}

TEST(TextReader, FilesThatCannotBeRead)
{
    EXPECT_EQ(MessageOf<InputError>([] { TextReader("/nowhere/a.txt"); }),
              "/nowhere/a.txt: cannot be read: No such file or directory");
    EXPECT_EQ(MessageOf<InputError>([] { TextReader("/tmp"); }),
              "/tmp: cannot be read: Is a directory");
    const auto nothing = [](TextReader&) {};
    EXPECT_EQ(ErrorOf("", nothing), ": the file is empty");
    EXPECT_EQ(ErrorOf(" \n\t\r\n", nothing), ": the file is empty");
    EXPECT_EQ(ErrorOf("1\n",
                      [](TextReader& reader) {
                          reader.ReadUnsigned("a", 0, 9);
                          reader.ReadUnsigned("b", 0, 9);
                      }),
              ":1: b: the file ends before this field");
}

TEST(TextReader, APermissionIsMissing)
{
    if (geteuid() == 0)
    {
        GTEST_SKIP() << "root may read everything";
    }
    const TemporaryFile file("1");
    std::filesystem::permissions(file.GetPath(), std::filesystem::perms::none);
    EXPECT_EQ(MessageOf<InputError>([&] { TextReader reader(file.GetPath()); }),
              file.GetPath() + ": cannot be read: Permission denied");
}

TEST(TextReader, HugeFilesAreRefusedUnread)
{
    const TemporaryFile file("1");
    std::filesystem::resize_file(file.GetPath(), 10'000'000'000); // a hole, no disk space
    EXPECT_EQ(MessageOf<InputError>([&] { TextReader reader(file.GetPath()); }),
              file.GetPath() + ": is 10000000000 bytes long; at most 1073741824 are read");
    // A device may have no end.
    EXPECT_EQ(MessageOf<InputError>([] { TextReader("/dev/zero", 1000); }),
              "/dev/zero: is not a regular file; expected one");
}
