/// The style sheet. Each color has a light and a dark variant; the fonts are common system fonts.
enum SVGStyle {
  /// The number of line colors, `c0` to `c5`.
  static let lineColors = 6

  static let rules = """
    text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation \
    Mono",monospace;font-size:12px;fill:#1f2328}
    .bg{fill:#ffffff}
    .title{font-size:17px;font-weight:bold}
    .box{fill:#ffffff;stroke:#8c959f}
    .head{fill:#ddf4ff;stroke:#8c959f}
    .j .head{fill:#eaeef2}
    .x .head{fill:#ffffff;stroke-dasharray:4 3}
    .name{font-size:13px;font-weight:bold}
    .key{font-weight:bold}
    .mark{font-size:9px;fill:#0550ae}
    .type{fill:#59636e;text-anchor:end}
    .s{font-size:11px;text-anchor:start}
    .r path{fill:none;stroke-width:1.4}
    .r circle{fill:#ffffff;stroke-width:1.4}
    .r:hover path{stroke-width:3}
    .legend path,.legend circle{stroke:#59636e}
    .c0 path,.c0 circle{stroke:#0969da}
    .c1 path,.c1 circle{stroke:#bc4c00}
    .c2 path,.c2 circle{stroke:#1a7f37}
    .c3 path,.c3 circle{stroke:#8250df}
    .c4 path,.c4 circle{stroke:#bf3989}
    .c5 path,.c5 circle{stroke:#4d5560}
    @media (prefers-color-scheme:dark){
    text{fill:#e6edf3}
    .bg{fill:#0d1117}
    .box{fill:#161b22;stroke:#6e7681}
    .head{fill:#1b3a5c;stroke:#6e7681}
    .j .head{fill:#2d333b}
    .x .head{fill:#161b22}
    .mark{fill:#79c0ff}
    .type{fill:#9198a1}
    .r circle{fill:#0d1117}
    .legend path,.legend circle{stroke:#9198a1}
    .c0 path,.c0 circle{stroke:#58a6ff}
    .c1 path,.c1 circle{stroke:#f0883e}
    .c2 path,.c2 circle{stroke:#56d364}
    .c3 path,.c3 circle{stroke:#bc8cff}
    .c4 path,.c4 circle{stroke:#f778ba}
    .c5 path,.c5 circle{stroke:#b1bac4}
    }
    """
}
