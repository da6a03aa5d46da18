# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's settings; `./ai-fabric docs` makes the site with them."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "utils"))

project = "ai-fabric"
release = (pathlib.Path(__file__).resolve().parent.parent / "VERSION").read_text().strip()
project_copyright = "2026 The ai-fabric developers"
extensions = ["site_pages"]  # utils/site_pages.py
exclude_patterns = ["measured", "figures"]
highlight_language = "none"
nitpicky = True
smartquotes = False  # what stands in quotation marks is to be typed

html_theme = "alabaster"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_search_summary = False  # it would need a server
html_theme_options = {
    "description": "Networks of GPU clusters, packet by packet, for ns-3",
    "font_family": "sans-serif",
    "head_font_family": "sans-serif",
    "page_width": "1240px",
    "body_max_width": "960px",
    "sidebar_width": "250px",
    "fixed_sidebar": True,
    "show_powered_by": False,
}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
