# SPDX-License-Identifier: GPL-2.0-only
"""Has scapy recompute the ICRC of every RoCEv2 frame of a capture.

Usage: check-icrc.py FILE. Prints how many frames it compared; fails if one differs.
"""

import sys

from scapy.contrib.roce import BTH
from scapy.layers.inet import IP
from scapy.layers.l2 import Ether
from scapy.utils import RawPcapReader

compared = 0
for number, (frame, _) in enumerate(RawPcapReader(sys.argv[1]), 1):
    ethernet = Ether(frame)
    if BTH not in ethernet:
        continue
    # Padding and FCS behind the IP packet would enter scapy's computation.
    packet = IP(frame[len(ethernet) - len(ethernet[IP]):][:ethernet[IP].len])
    captured = packet[BTH].icrc
    del packet[BTH].icrc
    again = IP(bytes(packet))[BTH].icrc
    if again != captured:
        sys.exit(f"frame {number}: ICRC {captured:#010x}, expected {again:#010x}")
    compared += 1
print(compared)
