// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/test.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <utility>

namespace
{

/**
 * Hands each failed expectation of GoogleTest to the ns-3 TestCase that runs, and names each test
 * on the error output: of one that aborts ns-3 tells nothing.
 */
class FailureListener : public testing::EmptyTestEventListener
{
  public:
    /** What a TestCase does with one failure. */
    using Report = std::function<void(const testing::TestPartResult&)>;

    explicit FailureListener(Report report)
        : m_report(std::move(report))
    {
    }

  private:
    void OnTestStart(const testing::TestInfo& test) override
    {
        std::cerr << test.test_suite_name() << '.' << test.name() << '\n';
    }

    void OnTestPartResult(const testing::TestPartResult& part) override
    {
        if (part.failed())
        {
            m_report(part);
        }
    }

    Report m_report; //!< where the failures go
};

/** One GoogleTest test as an ns-3 TestCase. */
class GoogleTestCase : public ns3::TestCase
{
  public:
    explicit GoogleTestCase(const std::string& name)
        : TestCase(WithoutSlashes(name)),
          m_name(name)
    {
    }

  private:
    void DoRun() override
    {
        auto& listeners = testing::UnitTest::GetInstance()->listeners();
        auto listener = new FailureListener([this](const testing::TestPartResult& part) {
            Fail(part.message(), part.file_name() ? part.file_name() : "", part.line_number());
        });
        listeners.Append(listener);
        testing::GTEST_FLAG(filter) = m_name;
        const bool failed = RUN_ALL_TESTS() != 0;
        delete listeners.Release(listener);
        if (failed && !IsStatusFailure())
        {
            Fail("failed outside of the test body", __FILE__, __LINE__);
        }
    }

    void Fail(const std::string& message, const std::string& file, int line)
    {
        ReportTestFailure("GoogleTest", "failed", "passed", message, file, line);
    }

    /** ns-3 makes folders of names; GoogleTest has slashes in those of parameterised tests. */
    static std::string WithoutSlashes(std::string name)
    {
        std::replace(name.begin(), name.end(), '/', ':');
        return name;
    }

    const std::string m_name; //!< as GoogleTest knows it
};

/**
 * Every GoogleTest test as a case of one ns-3 suite: ./test.py -s ai-fabric
 *
 * The cases are listed in DoSetup(): only then have all tests of the library registered.
 */
class GoogleTestSuite : public ns3::TestSuite
{
  public:
    GoogleTestSuite()
        : TestSuite("ai-fabric")
    {
    }

  private:
    void DoSetup() override
    {
        int argc = 1;
        char name[] = "ai-fabric";
        char* argv[] = {name, nullptr};
        testing::InitGoogleTest(&argc, argv);

        auto unitTest = testing::UnitTest::GetInstance();
        auto& listeners = unitTest->listeners();
        delete listeners.Release(listeners.default_result_printer());

        for (int i = 0; i < unitTest->total_test_suite_count(); i++)
        {
            const auto suite = unitTest->GetTestSuite(i);
            for (int j = 0; j < suite->total_test_count(); j++)
            {
                const auto test = suite->GetTestInfo(j);
                const std::string name = std::string(suite->name()) + '.' + test->name();
                if (name.find("DISABLED_") == std::string::npos && IsMine(i))
                {
                    AddTestCase(new GoogleTestCase(name));
                }
            }
        }
    }

    /**
     * @param suite number of a GoogleTest suite
     * @return true if this process runs it: all do without AI_FABRIC_TEST_SHARD, whose value K/N
     *         selects part K of N
     */
    static bool IsMine(int suite)
    {
        const char* const shard = std::getenv("AI_FABRIC_TEST_SHARD");
        int part = 0;
        int parts = 1;
        return !shard || std::sscanf(shard, "%d/%d", &part, &parts) != 2 || parts < 1 ||
               suite % parts == part;
    }
};

GoogleTestSuite g_googleTestSuite; //!< registers itself with ns-3's test runner

} // namespace
