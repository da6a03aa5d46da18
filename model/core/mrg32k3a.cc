// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrg32k3a.h"

#include "random-draws.h"

#include "ns3/assert.h"

#include <cstddef>

namespace ns3
{

namespace
{

using Matrix = std::array<Mrg32k3a::Numbers, 3>;

constexpr int WORD_BITS = 32;
constexpr uint64_t X_MODULUS = (uint64_t{1} << WORD_BITS) - 209;
constexpr uint64_t Y_MODULUS = (uint64_t{1} << WORD_BITS) - 22853;
constexpr uint64_t X_OF_2 = 1403580;   //!< factor of x(n-2)
constexpr uint64_t X_OF_3 = 810728;    //!< factor of x(n-3), subtracted
constexpr uint64_t Y_OF_1 = 527612;    //!< factor of y(n-1)
constexpr uint64_t Y_OF_3 = 1370589;   //!< factor of y(n-3), subtracted
constexpr int STREAM_EXPONENT = 127;   //!< of the distance of two streams
constexpr int SUBSTREAM_EXPONENT = 76; //!< of the distance of two substreams

/**
 * The modulus is 2^32 - c with a small c, so 2^32 is c: a multiplication in place of a division.
 *
 * @tparam MODULUS modulus
 * @param value any number
 * @return smaller number with the same remainder: at most c * 2^32 + 2^32
 */
template <uint64_t MODULUS>
constexpr uint64_t
Fold(uint64_t value)
{
    constexpr uint64_t WORD = uint64_t{1} << WORD_BITS;
    return (value >> WORD_BITS) * (WORD - MODULUS) + (value & (WORD - 1));
}

template <uint64_t MODULUS>
constexpr Mrg32k3a::Numbers
Multiply(const Matrix& matrix, const Mrg32k3a::Numbers& vector)
{
    Mrg32k3a::Numbers product{};
    for (size_t i = 0; i < product.size(); ++i)
    {
        uint64_t sum = 0;
        for (size_t j = 0; j < vector.size(); ++j)
        {
            sum += Fold<MODULUS>(uint64_t{matrix[i][j]} * vector[j]);
        }
        sum = Fold<MODULUS>(sum); // below 2 * MODULUS, as the sum was below 2^50
        product[i] = static_cast<uint32_t>(sum >= MODULUS ? sum - MODULUS : sum);
    }
    return product;
}

template <uint64_t MODULUS>
constexpr Matrix
Multiply(const Matrix& a, const Matrix& b)
{
    Matrix product{};
    for (size_t j = 0; j < b.size(); ++j)
    {
        const auto column = Multiply<MODULUS>(a, Mrg32k3a::Numbers{b[0][j], b[1][j], b[2][j]});
        for (size_t i = 0; i < a.size(); ++i)
        {
            product[i][j] = column[i];
        }
    }
    return product;
}

/** Jumps of 16^digit * value * 2^exponent numbers, for each digit and value of a number of 64 bit.
 */
struct Jumps
{
    static constexpr size_t DIGITS = 16;
    static constexpr size_t VALUES = 15; //!< there is no jump for value 0
    std::array<std::array<Matrix, VALUES>, DIGITS> matrices;
};

template <uint64_t MODULUS>
constexpr Jumps
MakeJumps(const Matrix& step, int exponent)
{
    Matrix matrix = step;
    for (int i = 0; i < exponent; ++i)
    {
        matrix = Multiply<MODULUS>(matrix, matrix);
    }
    Jumps jumps{};
    for (auto& digit : jumps.matrices)
    {
        digit[0] = matrix;
        for (size_t i = 1; i < digit.size(); ++i)
        {
            digit[i] = Multiply<MODULUS>(digit[i - 1], matrix);
        }
        matrix = Multiply<MODULUS>(digit.back(), matrix);
    }
    return jumps;
}

constexpr Matrix X_STEP{{{0, 1, 0}, {0, 0, 1}, {X_MODULUS - X_OF_3, X_OF_2, 0}}};
constexpr Matrix Y_STEP{{{0, 1, 0}, {0, 0, 1}, {Y_MODULUS - Y_OF_3, 0, Y_OF_1}}};
constexpr Jumps X_STREAMS = MakeJumps<X_MODULUS>(X_STEP, STREAM_EXPONENT);
constexpr Jumps Y_STREAMS = MakeJumps<Y_MODULUS>(Y_STEP, STREAM_EXPONENT);
constexpr Jumps X_SUBSTREAMS = MakeJumps<X_MODULUS>(X_STEP, SUBSTREAM_EXPONENT);
constexpr Jumps Y_SUBSTREAMS = MakeJumps<Y_MODULUS>(Y_STEP, SUBSTREAM_EXPONENT);

template <uint64_t MODULUS>
void
Jump(Mrg32k3a::Numbers& numbers, const Jumps& jumps, uint64_t count)
{
    constexpr int DIGIT_BITS = 4;
    constexpr uint64_t DIGIT_MASK = 15;
    for (size_t digit = 0; count > 0; ++digit, count >>= DIGIT_BITS)
    {
        if (const uint64_t value = count & DIGIT_MASK)
        {
            numbers = Multiply<MODULUS>(jumps.matrices[digit][value - 1], numbers);
        }
    }
}

} // namespace

Mrg32k3a::Mrg32k3a(uint32_t seed, uint64_t stream, uint64_t substream)
    : m_x{seed, seed, seed},
      m_y{m_x}
{
    NS_ASSERT_MSG(seed > 0 && seed <= LAST_SEED, "a seed that the recursions cannot have");
    Jump<X_MODULUS>(m_x, X_STREAMS, stream);
    Jump<Y_MODULUS>(m_y, Y_STREAMS, stream);
    Jump<X_MODULUS>(m_x, X_SUBSTREAMS, substream);
    Jump<Y_MODULUS>(m_y, Y_SUBSTREAMS, substream);
}

double
Mrg32k3a::Draw()
{
    constexpr double SCALE = 2.328306549295727688e-10; // 1 / (2^32 - 208), as in RngStream
    // Multiples of the moduli keep the differences positive.
    const uint64_t x = (X_OF_2 * m_x[1] + X_OF_3 * (X_MODULUS - m_x[0])) % X_MODULUS;
    const uint64_t y = (Y_OF_1 * m_y[2] + Y_OF_3 * (Y_MODULUS - m_y[0])) % Y_MODULUS;
    m_x = {m_x[1], m_x[2], static_cast<uint32_t>(x)};
    m_y = {m_y[1], m_y[2], static_cast<uint32_t>(y)};
    return static_cast<double>(x > y ? x - y : x + X_MODULUS - y) * SCALE;
}

} // namespace ns3
