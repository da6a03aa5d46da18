# SPDX-License-Identifier: GPL-2.0-only
"""The config.txt of the HPCC simulator and its heirs: a key and its values a line."""

from common import Place, read_lines, suggest

#: How many values a key has; MAP: a count n, then n times a rate and a value; TEXT: the name of a file.
TEXT = "text"
MAP = "map"

HPCC_KEYS = {
    "ENABLE_QCN": 1,
    "USE_DYNAMIC_PFC_THRESHOLD": 1,
    "CLAMP_TARGET_RATE": 1,
    "PAUSE_TIME": 1,
    "DATA_RATE": 1,
    "LINK_DELAY": 1,
    "PACKET_PAYLOAD_SIZE": 1,
    "L2_CHUNK_SIZE": 1,
    "L2_ACK_INTERVAL": 1,
    "L2_BACK_TO_ZERO": 1,
    "TOPOLOGY_FILE": TEXT,
    "FLOW_FILE": TEXT,
    "TRACE_FILE": TEXT,
    "TRACE_OUTPUT_FILE": TEXT,
    "SIMULATOR_STOP_TIME": 1,
    "ALPHA_RESUME_INTERVAL": 1,
    "RP_TIMER": 1,
    "EWMA_GAIN": 1,
    "FAST_RECOVERY_TIMES": 1,
    "RATE_AI": 1,
    "RATE_HAI": 1,
    "ERROR_RATE_PER_LINK": 1,
    "CC_MODE": 1,
    "RATE_DECREASE_INTERVAL": 1,
    "MIN_RATE": 1,
    "FCT_OUTPUT_FILE": TEXT,
    "HAS_WIN": 1,
    "GLOBAL_T": 1,
    "MI_THRESH": 1,
    "VAR_WIN": 1,
    "FAST_REACT": 1,
    "U_TARGET": 1,
    "INT_MULTI": 1,
    "RATE_BOUND": 1,
    "ACK_HIGH_PRIO": 1,
    "DCTCP_RATE_AI": 1,
    "PFC_OUTPUT_FILE": TEXT,
    "LINK_DOWN": 3,
    "ENABLE_TRACE": 1,
    "KMAX_MAP": MAP,
    "KMIN_MAP": MAP,
    "PMAX_MAP": MAP,
    "BUFFER_SIZE": 1,
    "QLEN_MON_FILE": TEXT,
    "QLEN_MON_START": 1,
    "QLEN_MON_END": 1,
    "MULTI_RATE": 1,
    "SAMPLE_FEEDBACK": 1,
    "PINT_LOG_BASE": 1,
    "PINT_PROB": 1,
}

#: What SimAI's has besides, and what that means here.
SIMAI_KEYS = {
    "BW_MON_FILE": TEXT,
    "RATE_MON_FILE": TEXT,
    "CNP_MON_FILE": TEXT,
    "MON_START": 1,
    "MON_END": 1,
    "QP_MON_INTERVAL": 1,
    "QLEN_MON_INTERVAL": 1,
    "BW_MON_INTERVAL": 1,
}

CONWEAVE_KEYS = {
    "FLOW_INPUT_FILE": TEXT,
    "CNP_OUTPUT_FILE": TEXT,
    "EST_ERROR_MON_FILE": TEXT,
    "VOQ_MON_FILE": TEXT,
    "VOQ_MON_DETAIL_FILE": TEXT,
    "UPLINK_MON_FILE": TEXT,
    "CONN_MON_FILE": TEXT,
    "LB_MODE": 1,
    "SW_MONITORING_INTERVAL": 1,
    "FLOWGEN_START_TIME": 1,
    "FLOWGEN_STOP_TIME": 1,
    "ENABLE_PFC": 1,
    "ENABLE_IRN": 1,
    "LOAD": 1,
    "RANDOM_SEED": 1,
    "CONWEAVE_TX_EXPIRY_TIME": 1,
    "CONWEAVE_REPLY_TIMEOUT_EXTRA": 1,
    "CONWEAVE_PATH_PAUSE_TIME": 1,
    "CONWEAVE_EXTRA_VOQ_FLUSH_TIME": 1,
    "CONWEAVE_DEFAULT_VOQ_WAITING_TIME": 1,
}


class Settings:
    """The keys that a file sets, each with its line; what it does not set has that simulator's "
      "default."""

    def __init__(self, path, known):
        self.path = path
        self.values = {}
        for number, line in enumerate(read_lines(path), 1):
            words = line.split("{")[0].split()  # what follows is a comment, as in config_doc.txt
            if words:
                self._add(Place(path, number), known, words[0], words[1:])

    def _add(self, place, known, key, values):
        if key not in known:
            allowed = suggest(key, known) or f"; expected one of {', '.join(known)}"
            place.fail(key, f"unknown key{allowed}")
        count = known[key]
        if count == MAP:
            pairs = place.whole(key, values[0], 1, 1000) if values else 0
            if pairs == 0 or len(values) != 1 + 2 * pairs:
                place.fail(key, "expected a count n, then n times a rate in bit/s and a value")
        elif len(values) != (1 if count == TEXT else count):
            expected = "the name of a file" if count == TEXT else f"{count} values"
            place.fail(key, f"has {len(values)} values; expected {expected.replace('1 values', 'one')}")
        if key in self.values:
            place.fail(key, f"is set on line {self.values[key][0].line}, too")
        self.values[key] = (place, values)

    def has(self, key):
        """Whether the file sets a key."""
        return key in self.values

    def place(self, key):
        """Where a key is set; the whole file if it is not."""
        return self.values[key][0] if self.has(key) else Place(self.path)

    def text(self, key, default=""):
        """The value of a key as it is written."""
        return " ".join(self.values[key][1]) if self.has(key) else default

    def whole(self, key, default, low=0, high=2**63 - 1):
        """A whole number."""
        return self.place(key).whole(key, self.text(key), low, high) if self.has(key) else default

    def flag(self, key, default):
        """Whether something is on."""
        return self.whole(key, int(default), 0, 1) == 1

    def real(self, key, default, low=0.0, high=1e15):
        """A number."""
        return self.place(key).real(key, self.text(key), low, high) if self.has(key) else default

    def rate(self, key, default):
        """A rate in bit/s; the default has a unit, too."""
        return self.place(key).rate(key, self.text(key, default))

    def by_rate(self, key):
        """A map from a rate in bit/s to a number, in the order of the file."""
        if not self.has(key):
            return {}
        place, values = self.values[key]
        return {
            place.whole(key, rate, 1): place.real(key, value)
            for rate, value in zip(values[1::2], values[2::2])
        }
