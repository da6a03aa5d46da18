// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/input-error.h"
#include "ns3/msccl-algorithm.h"

#include <map>
#include <sstream>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

CommunicationGraph
BuildFile(const std::string& path, uint32_t ranks, uint64_t bytes)
{
    return Make<MscclAlgorithm>("MscclAlgorithm", {{"File", path}})->Build(ranks, bytes);
}

CommunicationGraph
BuildText(const std::string& text, uint32_t ranks, uint64_t bytes)
{
    const TemporaryFile file(text);
    return BuildFile(file.GetPath(), ranks, bytes);
}

std::string
ErrorOfMsccl(const std::string& text)
{
    return MessageBehindPath<InputError>(text,
                                         [](const std::string& path) { BuildFile(path, 2, 1000); });
}

/**
 * The ring all-reduce of n chunks as one thread block per GPU: send, then 2(n - 1) times receive
 * and, except the last time, forward; chunks received in the first half are reduced.
 */
std::string
Ring(int gpus)
{
    std::ostringstream text;
    text << "<algo name=\"ring\" coll=\"allreduce\" inplace=\"1\" ngpus=\"" << gpus
         << "\" nchunksperloop=\"" << gpus << "\">\n";
    for (int gpu = 0; gpu < gpus; ++gpu)
    {
        text << "<gpu id=\"" << gpu << "\" i_chunks=\"" << gpus << "\">\n<tb id=\"0\" send=\""
             << (gpu + 1) % gpus << "\" recv=\"" << (gpu + gpus - 1) % gpus << "\" chan=\"0\">\n"
             << "<step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"" << gpu
             << "\" cnt=\"1\" depid=\"-1\" deps=\"-1\"/>\n";
        for (int hop = 0; hop < 2 * (gpus - 1); ++hop)
        {
            const bool last = hop == 2 * (gpus - 1) - 1;
            text << "<step s=\"" << hop + 1 << "\" type=\""
                 << (hop < gpus - 1 ? "rrcs"
                     : last         ? "r"
                                    : "rcs");
            const int chunk = (gpu - 1 - hop + 2 * gpus) % gpus;
            text << "\" srcbuf=\"i\" srcoff=\"" << chunk << "\" dstbuf=\"i\" dstoff=\"" << chunk
                 << "\" cnt=\"1\"/>\n";
        }
        text << "</tb>\n</gpu>\n";
    }
    text << "</algo>\n";
    return text.str();
}

/** A program of two GPUs with one thread block each; their steps begin in lines 3 and 7. */
std::string
Two(const std::string& first, const std::string& second)
{
    return "<algo ngpus=\"2\" nchunksperloop=\"3\">\n<gpu id=\"0\"><tb id=\"0\" send=\"1\" "
           "recv=\"1\" "
           "chan=\"4\">\n" +
           first +
           "\n</tb></gpu>\n\n<gpu id=\"1\"><tb id=\"0\" send=\"0\" recv=\"0\" chan=\"4\">\n" +
           second + "\n</tb></gpu>\n</algo>";
}

/** A program of two GPUs with one thread block each and a head; steps begin in lines 3 and 6. */
std::string
Program(const std::string& head, const std::string& first, const std::string& second)
{
    return "<algo ngpus='2' " + head + ">\n<gpu id='0'><tb id='0' send='1' recv='1'>\n" + first +
           "\n</tb></gpu>\n<gpu id='1' s_chunks='1'><tb id='0' send='0' recv='0'>\n" + second +
           "\n</tb></gpu>\n</algo>";
}

} // namespace

TEST(MscclAlgorithm, StepsBecomeNodes)
{
    // 1000 bytes in 3 chunks are 334 each.
    const auto graph =
        BuildText(Two("<step s='0' type='s' cnt='2'/><step s='1' type='cpy' cnt='1'/>",
                      "<step s='0' type='rrc' cnt='2'/><step s='1' type='re'/>"),
                  2,
                  1000);
    const auto& nodes = graph.GetNodes();
    ASSERT_EQ(nodes.size(), 6u);
    EXPECT_EQ(nodes[0].kind, Kind::SEND);
    EXPECT_EQ(nodes[0].bytes, 668u);
    EXPECT_EQ(nodes[0].channel, 4u);
    EXPECT_EQ(nodes[1].kind, Kind::RECV);
    EXPECT_EQ(nodes[2].kind, Kind::JOIN); // where the send starts
    EXPECT_EQ(nodes[3].kind, Kind::COPY);
    EXPECT_EQ(nodes[4].kind, Kind::REDUCE);
    EXPECT_EQ(nodes[4].bytes, 668u);
    EXPECT_EQ(nodes[5].kind, Kind::REDUCE);
    EXPECT_EQ(nodes[5].bytes, 334u);
    // The copy waits for the start of the send, not for its end.
    EXPECT_EQ(graph.GetDependencies(), (DependencyList{{2, 0}, {2, 3}, {1, 4}, {4, 5}}));
}

TEST(MscclAlgorithm, StepsWaitForThreadBlocksFurtherDown)
{
    const auto graph = BuildText("<algo ngpus='2'><gpu id='1'/><gpu id='0' o_chunks='2'>"
                                 "<tb id='0'><op step='0' type='cpy' depid='1' deps='1'/></tb>"
                                 "<tb id='1'><op step='0' type='nop'/><op step='1' type='re'/></tb>"
                                 "</gpu></algo>",
                                 2,
                                 1000);
    ASSERT_EQ(graph.GetNodes().size(), 3u); // copy, join, reduce
    EXPECT_EQ(graph.GetNodes()[0].bytes, 500u);
    EXPECT_EQ(graph.GetDependencies(), (DependencyList{{2, 0}, {1, 2}}));
}

TEST(MscclAlgorithm, BusFactorIsThatOfTheCollective)
{
    const std::map<std::string, double> factors = {{"allreduce", 1.5},
                                                   {"allgather", 0.75},
                                                   {"reduce_scatter", 0.75},
                                                   {"alltoall", 0.75},
                                                   {"broadcast", 1},
                                                   {"custom", 0}};
    for (const auto& [name, factor] : factors)
    {
        const TemporaryFile file("<algo ngpus='4' coll='" + name +
                                 "'><gpu id='0'/><gpu id='1'/><gpu id='2'/><gpu id='3'/></algo>");
        EXPECT_EQ(
            Make<MscclAlgorithm>("MscclAlgorithm", {{"File", file.GetPath()}})->GetBusFactor(4),
            factor)
            << name;
    }
}

TEST(MscclAlgorithm, WrongPrograms)
{
    EXPECT_EQ(MessageOf<InputError>([] { BuildFile("", 2, 1); }),
              "ns3::MscclAlgorithm: File: is not set; expected the path of the XML file of an "
              "MSCCL program");
    EXPECT_EQ(ErrorOfMsccl("<algo"), ":1: is not XML: Couldn't find end of Start Tag algo");
    EXPECT_EQ(ErrorOfMsccl("<a/>"), ":1: a: is not an MSCCL program; expected <algo ...>");
    EXPECT_EQ(ErrorOfMsccl("<algo/>"),
              ":1: ngpus: is missing; expected an integer from 1 to 65536");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='3'><gpu id='0'/>\n<gpu id='1'/></algo>"),
              ":1: ngpus: is 3, but the program has no gpu 2");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='1'><gpu id='0'/></algo>"),
              ": ngpus: the program is for 1 GPUs, but runs on 2 ranks; expected the same number");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='2'>\n<gpu id='2'/></algo>"),
              ":2: id: is not an integer from 0 to 1");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='2'>\n<gpu id='1'/>\n<gpu id='1'/></algo>"),
              ":3: id: gpu 1 appears twice");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='2'>\n<tb/></algo>"),
              ":2: unexpected <tb>; expected <gpu>");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='1' type='s'/>", "")),
              ":3: s: is out of order; expected 0");
    EXPECT_EQ(
        ErrorOfMsccl(Two("<step s='0' type='x'/>", "")),
        ":3: type: is not a kind of step; expected one of s, r, cpy, re, rcs, rrc, rrs, rrcs, nop");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='0' type='s' cnt='0'/>", "")),
              ":3: cnt: is not an integer from 1 to 2147483647");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='0' type='nop' depid='0' deps='1'/>", "")),
              ":3: deps: tb 0 has no step 1");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='0' type='nop' depid='0' deps='0'/>", "")),
              ": the steps form a cycle of dependencies");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='0' type='s'/>", "")),
              ":3: type: message 0 from gpu 0 to gpu 1 on channel 4 is not received");
    EXPECT_EQ(ErrorOfMsccl(Two("", "<step s='0' type='r'/>")),
              ":7: type: message 0 from gpu 0 to gpu 1 on channel 4 is not sent");
    EXPECT_EQ(ErrorOfMsccl(Two("<step s='0' type='s' cnt='2'/>", "<step s='0' type='r' cnt='3'/>")),
              ":3: cnt: sends 2 chunks, but the step that receives them, in line 7, expects 3");
    EXPECT_EQ(ErrorOfMsccl("<algo ngpus='2'><gpu id='0'><tb id='0' send='0'/></gpu></algo>"),
              ":1: send: is the gpu itself; expected another gpu");
    EXPECT_EQ(
        ErrorOfMsccl("<algo ngpus='2'><gpu id='0'><tb id='0'>\n<step s='0' type='rcs'/></tb></gpu>"
                     "</algo>"),
        ":2: type: sends, but its tb has no send peer");
}

TEST(MscclAlgorithm, ProgramsThatDoWhatTheirCollectiveDemands)
{
    const auto build =
        [](const std::string& head, const std::string& zero, const std::string& one) {
            return BuildText(Program(head, zero, one), 2, 1000).GetNodes().size();
        };
    // Out of place, what a GPU keeps is a copy.
    EXPECT_GT(build("coll='allgather' nchunksperloop='2'",
                    "<step s='0' type='s' srcbuf='i' srcoff='0'/>"
                    "<step s='1' type='cpy' srcbuf='i' srcoff='0' dstbuf='o' dstoff='0'/>"
                    "<step s='2' type='r' dstbuf='o' dstoff='1'/>",
                    "<step s='0' type='s' srcbuf='i' srcoff='0'/>"
                    "<step s='1' type='cpy' srcbuf='i' srcoff='0' dstbuf='o' dstoff='1'/>"
                    "<step s='2' type='r' dstbuf='o' dstoff='0'/>"),
              0u);
    EXPECT_GT(build("coll='reduce_scatter' inplace='1' nchunksperloop='2'",
                    "<step s='0' type='s' srcbuf='i' srcoff='1'/>"
                    "<step s='1' type='rrc' srcbuf='o' srcoff='0' dstbuf='i' dstoff='0'/>",
                    "<step s='0' type='s' srcbuf='i' srcoff='0'/>"
                    "<step s='1' type='rrc' srcbuf='i' srcoff='1' dstbuf='o' dstoff='0'/>"),
              0u);
    EXPECT_GT(build("coll='alltoall' inplace='1' nchunksperloop='2'",
                    "<step s='0' type='s' srcbuf='i' srcoff='1'/>"
                    "<step s='1' type='r' dstbuf='o' dstoff='1'/>",
                    "<step s='0' type='s' srcbuf='i' srcoff='0'/>"
                    "<step s='1' type='r' dstbuf='o' dstoff='0'/>"),
              0u);
}

TEST(MscclAlgorithm, OfProgramsThatDoNotTheChunkIsNamed)
{
    const auto complain =
        [](const std::string& head, const std::string& zero, const std::string& one) {
            return ErrorOfMsccl(Program(head, zero, one));
        };
    const std::string send = "<step s='0' type='s' srcbuf='i' srcoff='0'/>";
    const std::string add = "<step s='1' type='rrc' srcbuf='i' srcoff='0' dstbuf='i' dstoff='0'/>";
    const std::string head = "coll='allreduce' inplace='1' nchunksperloop='1'";
    EXPECT_EQ(complain(head, "", ""),
              ": coll: allreduce: at the end, chunk 0 of the output of gpu 0 lacks chunk 0 of the "
              "input of gpu 1");
    EXPECT_EQ(complain(head, send + add, send + add), "no error");
    // A quarter of the chunks.
    EXPECT_EQ(complain("coll='allreduce' inplace='1' nchunksperloop='4'", send + add, send + add),
              ": coll: allreduce: at the end, chunk 1 of the output of gpu 0 lacks chunk 1 of the "
              "input of gpu 1");
    EXPECT_EQ(
        complain(head,
                 send + add + "<step s='2' type='re' srcbuf='i' srcoff='0' dstbuf='i' dstoff='0'/>",
                 send + add),
        ": coll: allreduce: at the end, chunk 0 of the output of gpu 0 contains more than once "
        "chunk 0 of the input of gpu 0");
    EXPECT_EQ(complain("coll='alltoall' inplace='1' nchunksperloop='2'", send + add, send + add),
              ": coll: alltoall: at the end, chunk 0 of the output of gpu 0 should not contain "
              "chunk 0 of the input of gpu 1");
    EXPECT_EQ(complain("coll='allgather' nchunksperloop='3'", "", ""),
              ": nchunksperloop: is 3 for allgather; expected a multiple of the 2 GPUs");
    EXPECT_EQ(complain(head, "<step s='0' type='s'/>" + add, send + add),
              ":3: srcbuf: is missing; expected one of i, o, s, as the result of allreduce is "
              "checked");
    EXPECT_EQ(complain(head, "<step s='0' type='s' srcbuf='i' srcoff='1'/>" + add, send + add),
              ":3: srcoff: is 1 for 1 chunks, but buffer i of gpu 0 has 1");
    EXPECT_EQ(complain(head, "<step s='0' type='s' srcbuf='x'/>", ""),
              ":3: srcbuf: is not a buffer; expected one of i, o, s");
    // The sum of rrs is sent and not kept.
    EXPECT_EQ(complain(head,
                       send + "<step s='1' type='r' dstbuf='i' dstoff='0'/>",
                       "<step s='0' type='rrs' srcbuf='i' srcoff='0'/>"),
              ": coll: allreduce: at the end, chunk 0 of the output of gpu 1 lacks chunk 0 of the "
              "input of gpu 0");
    // Chunks of an operation whose result is unknown are not followed.
    EXPECT_EQ(complain("coll='custom'", "<step s='0' type='s'/>", "<step s='0' type='r'/>"),
              "no error");
}

TEST(MscclAlgorithm, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const int refused = ReadDamaged(
        Ring(3),
        [](const std::string& text) { BuildText(text, 3, 999); },
        400);
    EXPECT_GT(refused, 150);
}

using MscclAlgorithmRunTest = NetworkTest;

TEST_F(MscclAlgorithmRunTest, ARingTakesAsLongAsTheBuiltInOne)
{
    // Both send the same chunks over the same ring in the same order.
    const TemporaryFile file(Ring(4));
    std::vector<int64_t> finishes;
    for (const std::string& algorithm :
         {std::string("ns3::RingAllReduce"), "ns3::MscclAlgorithm[File=" + file.GetPath() + "]"})
    {
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
        const auto job =
            Add("CollectiveWorkload", {{"Bytes", "4000000"}, {"Algorithm", algorithm}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_EQ(job->GetRecords().size(), 24u);
        EXPECT_EQ(job->GetJob().busFactor, 1.5);
        finishes.push_back(job->GetFinishPs());
        Simulator::Destroy();
    }
    EXPECT_EQ(finishes[0], finishes[1]);
}
