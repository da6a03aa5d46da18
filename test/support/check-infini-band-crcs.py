# SPDX-License-Identifier: GPL-2.0-only
"""Recomputes the check bytes of every InfiniBand packet of a capture of ERF records.

Usage: check-infini-band-crcs.py FILE. Prints how many packets and how many flow control packets it
compared; fails if one differs. The ICRC is zlib's CRC-32, the VCRC and LPCRC are divided bit by bit.
"""

import struct
import sys
import zlib

ERF = 197
PACKET, FLOW_CONTROL = 21, 25


def records(path):
    """Yields the ERF records of a pcap file."""
    with open(path, "rb") as file:
        magic, *_, link_type = struct.unpack("<IHHiIII", file.read(24))
        if magic != 0xA1B23C4D or link_type != ERF:
            sys.exit(f"{path}: no pcap file of ERF records in nanoseconds")
        while header := file.read(16):
            _, _, captured, original = struct.unpack("<IIII", header)
            if captured != original:
                sys.exit(f"{path}: a record is cut short")
            yield file.read(captured)


def crc16(data):
    """The remainder by x^16 + x^12 + x^3 + x + 1, bits in the order in which they are sent."""
    rest = 0xFFFF
    for byte in data:
        for bit in range(8):
            carry = (rest >> 15) ^ (byte >> bit & 1)
            rest = (rest << 1 & 0xFFFF) ^ (0x100B if carry else 0)
    # The term of the highest power is sent first, and the first bit of a byte is its lowest.
    bits = f"{rest ^ 0xFFFF:016b}"
    return bytes(int(bits[i:i + 8][::-1], 2) for i in (0, 8))


def icrc(packet):
    """What ICRC the packet up to it should have."""
    masked = bytearray(packet)
    if packet[1] & 3 == 3:  # with a GRH
        masked[0:8] = b"\xff" * 8
        masked[8] |= 0x0F
        masked[9:12] = b"\xff" * 3
        masked[15] = 0xFF
        masked[48 + 4] = 0xFF
    else:
        masked[0] |= 0xF0
        masked[8 + 4] = 0xFF
    return zlib.crc32(masked).to_bytes(4, "little")


def expect(number, what, found, right):
    if found != right:
        sys.exit(f"frame {number}: {what} {found.hex()}, expected {right.hex()}")


counts = {PACKET: 0, FLOW_CONTROL: 0}
for number, record in enumerate(records(sys.argv[1]), 1):
    kind, _, record_length, _, wire_length = struct.unpack(">BBHHH", record[8:16])
    frame = record[16:]
    if record_length != len(record) or wire_length != len(frame):
        sys.exit(f"frame {number}: lengths {record_length} and {wire_length} of a record of "
                 f"{len(record)} B")
    if kind == PACKET:
        words = int.from_bytes(frame[4:6], "big") & 0x7FF
        if -(-(len(frame) - 2) // 4) != words:
            sys.exit(f"frame {number}: {words} words in a packet of {len(frame)} B")
        expect(number, "VCRC", frame[-2:], crc16(frame[:-2]))
        expect(number, "ICRC", frame[-6:-2], icrc(frame[:-6]))
    elif kind == FLOW_CONTROL:
        expect(number, "LPCRC", frame[4:6], crc16(frame[:4]))
        expect(number, "padding", frame[6:], bytes(42))
    else:
        sys.exit(f"frame {number}: record of type {kind}")
    counts[kind] += 1
print(counts[PACKET], counts[FLOW_CONTROL])
