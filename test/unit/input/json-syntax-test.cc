// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

// Line and column of the mistake, the text found, and the expected text.
TEST(JsonSyntax, MistakesAreNamedWithTheirPlace)
{
    const std::string value = "a number, true, false, null, a string in double quotes, [ or {";
    const std::string key = "a key in double quotes";
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"{\"a\": 1\n \"b\": 2}", "2: column 2: is '\"'; expected ',' or '}'"},
        {"{\"a\": 1,\n}", "2: column 1: is '}'; expected " + key + ", or no comma before }"},
        {"{\"a\": [1, 2,]}",
         "1: a: column 13: is ']'; expected " + value + ", or no comma before ]"},
        {"{\"a\": [1 2]}", "1: a: column 10: is '2'; expected ',' or ']'"},
        {"{'a': 1}", "1: column 2: is a single quote; expected " + key + " or }"},
        {"{\"a\": 'x'}", "1: column 7: is a single quote; expected " + value},
        {"{\"a\" 1}", "1: column 6: is '1'; expected ':' between the key and its value"},
        {"{\"a\": True}", "1: column 7: 'True' is not a value; expected " + value},
        {"{\"a\": [tru]}", "1: a: column 8: 'tru' is not a value; expected " + value},
        {"{\"a\": 01}", "1: column 8: is '1'; expected ',' or '}'"},
        {"{a: 1}", "1: column 2: is 'a'; expected " + key + " or }"},
        {"{\"a\": 1, b: 2}", "1: column 10: is 'b'; expected " + key},
        {"{\"a\": \"x\n\"}",
         "1: column 9: a string in double quotes does not end in its line; expected '\"'"},
        {"{\"a\": 1, // of one\n \"b\": ,}", "2: column 7: is ','; expected " + value},
        {"{\"a\": /* 'of' */ 1; \"b\": 2}", "1: column 19: is ';'; expected ',' or '}'"}};
    for (const auto& [text, expected] : mistakes)
    {
        EXPECT_EQ(MessageOf<InputError>([&, &json = text] { ParseJson("file", json); }),
                  "file:" + expected)
            << text;
    }
    const auto message = MessageOf<InputError>([] { ParseJson("file", R"({"a": "\x"})"); });
    EXPECT_TRUE(Begins(message, "file:1: column 9: is not allowed in a string in double quotes; "));
}
