// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/shared-pipe.h"

#include <gtest/gtest.h>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace ns3
{

namespace
{

/** A pipe and its bytes, as they lie in memory of processes. */
class PipeInMemory
{
  public:
    /** @param size bytes that it holds */
    explicit PipeInMemory(size_t size)
        : m_memory(static_cast<char*>(
              ::operator new(SharedPipe::GetSize(size), std::align_val_t(alignof(SharedPipe))))),
          m_pipe(new (m_memory) SharedPipe)
    {
    }

    ~PipeInMemory()
    {
        ::operator delete(m_memory, std::align_val_t(alignof(SharedPipe)));
    }

    PipeInMemory(const PipeInMemory&) = delete;
    PipeInMemory& operator=(const PipeInMemory&) = delete;

    SharedPipe* operator->()
    {
        return m_pipe;
    }

  private:
    char* m_memory;
    SharedPipe* m_pipe;
};

} // namespace

TEST(SharedPipe, TakesNoMoreThanThereIsRoomForAndGivesNoMoreThanThereIs)
{
    constexpr size_t SIZE = 64;
    PipeInMemory pipe(SIZE);
    const std::string text(100, 'x');
    std::string read(100, ' ');
    EXPECT_EQ(pipe->Read(read.data(), 10, SIZE), 0u);
    EXPECT_EQ(pipe->Write(text.data(), 40, SIZE), 40u);
    EXPECT_EQ(pipe->Write(text.data(), 40, SIZE), 24u);
    EXPECT_EQ(pipe->Write(text.data(), 1, SIZE), 0u);
    EXPECT_EQ(pipe->Read(read.data(), 50, SIZE), 50u);
    EXPECT_EQ(pipe->Write(text.data(), 100, SIZE), 50u); // over the end
    EXPECT_EQ(pipe->Read(read.data(), 100, SIZE), 64u);
    EXPECT_EQ(pipe->Read(read.data(), 100, SIZE), 0u);
    EXPECT_EQ(read.substr(0, 64), text.substr(0, 64));
}

/** Whatever lengths they are written and read in, and though both are at it at once. */
TEST(SharedPipe, BytesComeOutAsTheyWentIn)
{
    constexpr size_t SIZE = 192;
    constexpr size_t BYTES = 1'000'003;
    PipeInMemory pipe(SIZE);
    std::string sent(BYTES, '\0');
    for (size_t i = 0; i < BYTES; ++i)
    {
        sent[i] = static_cast<char>(i * 7 + i / 256);
    }
    std::thread writer([&] {
        for (size_t done = 0, length = 1; done < BYTES; length = length % 301 + 1)
        {
            done += pipe->Write(sent.data() + done, std::min(length, BYTES - done), SIZE);
        }
    });
    std::string read(BYTES, '\0');
    for (size_t done = 0, length = 1; done < BYTES; length = length % 257 + 1)
    {
        done += pipe->Read(read.data() + done, std::min(length, BYTES - done), SIZE);
    }
    writer.join();
    EXPECT_EQ(read, sent);
}

} // namespace ns3
