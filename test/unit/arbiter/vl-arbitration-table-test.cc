// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "words.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/vl-arbiter.h"

#include <string>

using namespace ns3;

namespace
{

/** The tables of an arbiter as text. */
class VlArbitrationTableTest : public FabricTest
{
  protected:
    /** @return error message of a table */
    std::string Complaint(const std::string& name, const std::string& table)
    {
        return MessageOf<InputError>([&] { m_arbiter->SetAttribute(name, StringValue(table)); });
    }

    /** @return a table that was set, as it is read */
    std::string Read(const std::string& name, const std::string& table)
    {
        EXPECT_EQ(Complaint(name, table), "no error");
        StringValue text;
        m_arbiter->GetAttribute(name, text);
        return text.Get();
    }

    const Ptr<VlArbiter> m_arbiter{CreateObject<VlArbiter>()};
};

} // namespace

TEST_F(VlArbitrationTableTest, TablesAreReadAsOpensmWritesThem)
{
    EXPECT_EQ(Read("HighTable", "1:192, 2:128, 3:64"), "1:192,2:128,3:64");
    std::string full = "0:1";
    for (uint32_t i = 1; i < 64; ++i)
    {
        full += "," + std::to_string(i % 15) + ":" + std::to_string(4 * i);
    }
    EXPECT_EQ(Read("HighTable", full), full);
    EXPECT_EQ(Read("LowTable", full), full);
    EXPECT_EQ(Complaint("LowTable", full + ",1:1"),
              "VlArbiter LowTable: has 65 entries; expected at most 64");
}

TEST_F(VlArbitrationTableTest, MalformedTablesAreRefused)
{
    for (const auto& entry :
         Words("15:4 16:4 -1:4 1:256 1:-4 1 1: :4 1:4:4 1=4 a:4 1:4x 1:99999999999"))
    {
        const std::string table = std::string("0:4,") + entry;
        EXPECT_EQ(Complaint("HighTable", table),
                  "VlArbiter HighTable \"" + table + "\": \"" + entry +
                      "\" is not VL:WEIGHT with lanes 0 to 14 and weights 0 to 255");
    }
}
