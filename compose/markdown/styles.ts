/** For paper: sizes in points. Lines, rows and figures stay on one page if they fit. Styles of the document override these. */
export const STYLES = `
@page { margin: 24mm 22mm 22mm }
:root { --ink: #1c2530; --soft: #5b6776; --line: #dfe4ea; --wash: #f5f7f9; --accent: #1d5fb8 }
body.markdown {
  margin: 0; color: var(--ink); font: 10.5pt/1.55 Inter, "Source Sans 3", "Noto Sans", "Open Sans", "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  overflow-wrap: break-word; orphans: 3; widows: 3; -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
.markdown > :first-child { margin-top: 0 }
.markdown > :last-child { margin-bottom: 0 }
.markdown :is(h1, h2, h3, h4, h5, h6) { margin: 1.7em 0 .55em; line-height: 1.25; font-weight: 650; break-after: avoid; break-inside: avoid; text-wrap: balance }
.markdown :is(h1, h2, h3, h4, h5, h6) + :is(h2, h3, h4, h5, h6) { margin-top: .8em }
.markdown h1 { font-size: 24pt; font-weight: 700; letter-spacing: -.018em; line-height: 1.15; margin-bottom: .5em }
.markdown h2 { font-size: 15.5pt; letter-spacing: -.01em; padding-bottom: .28em; border-bottom: .75pt solid var(--line) }
.markdown h3 { font-size: 12.5pt }
.markdown h4 { font-size: 10.5pt }
.markdown :is(h5, h6) { font-size: 9pt; color: var(--soft); letter-spacing: .06em; text-transform: uppercase }
.markdown :is(p, ul, ol, dl, blockquote, pre, table, figure) { margin: 0 0 .85em }
.markdown p { text-wrap: pretty }
.markdown a { color: var(--accent); text-decoration: underline; text-decoration-color: #a9c4e8; text-decoration-thickness: .6pt; text-underline-offset: .16em }
.markdown strong { font-weight: 650 }
.markdown del { color: var(--soft) }
.markdown img, .markdown svg, .markdown video { max-width: 100%; height: auto }
.markdown img { break-inside: avoid; border-radius: 2pt }
.markdown p > img:only-child { display: block; margin: .3em auto }
.markdown hr { height: 0; margin: 2em auto; border: 0; border-top: .75pt solid var(--line); width: 38% }
.markdown :is(ul, ol) { padding-left: 1.55em }
.markdown li { margin: .22em 0; padding-left: .15em }
.markdown li > :is(ul, ol) { margin: .22em 0 }
.markdown li > p { margin-bottom: .45em }
.markdown li::marker { color: var(--soft); font-variant-numeric: tabular-nums }
.markdown li.task { list-style: none }
.markdown .box { display: inline-block; margin: 0 .5em 0 -1.45em; width: .95em; height: .95em; vertical-align: -.11em; fill: none; stroke: #aab4c0; stroke-width: 1.4 }
.markdown .box .done { fill: var(--accent); stroke: var(--accent) }
.markdown .box path { stroke: #fff; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.markdown blockquote { padding: .15em 0 .15em 1.1em; border-left: 2.25pt solid #c3d3e8; color: #44505e; break-inside: avoid }
.markdown blockquote > :last-child { margin-bottom: 0 }
.markdown :is(code, kbd, samp, pre) { font-family: "JetBrains Mono", "Source Code Pro", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", Consolas, monospace }
.markdown :is(code, kbd, samp) { font-size: .88em; padding: .12em .34em; border-radius: 2.5pt; background: #eef1f5; box-decoration-break: clone; -webkit-box-decoration-break: clone }
.markdown kbd { border: .6pt solid #c8d0d9; border-bottom-width: 1.4pt; background: #fff }
.markdown :is(pre, blockquote) { margin-bottom: 1.1em }
.markdown pre { padding: .85em 1.05em; border: .75pt solid var(--line); border-radius: 4pt; background: var(--wash); font-size: 8.8pt; line-height: 1.5; white-space: pre-wrap; tab-size: 4; box-decoration-break: clone; -webkit-box-decoration-break: clone }
.markdown pre code { padding: 0; background: none; font-size: inherit; border-radius: 0 }
.markdown table { margin-bottom: 1.4em; width: 100%; border-collapse: collapse; font-size: 9.5pt; line-height: 1.4; font-variant-numeric: tabular-nums }
.markdown thead { display: table-header-group }
.markdown tr { break-inside: avoid }
.markdown :is(th, td) { padding: .48em .75em; text-align: left; vertical-align: top; border-bottom: .6pt solid var(--line) }
.markdown th { font-weight: 650; color: #3b4654; border-bottom: 1.1pt solid #aeb9c5; vertical-align: bottom }
.markdown tbody tr:nth-child(even) { background: #fafbfc }
.markdown tbody tr:last-child > td { border-bottom-color: #aeb9c5 }
.markdown dt { font-weight: 650; break-after: avoid }
.markdown dd { margin: 0 0 .5em 1.4em }
.markdown figure { text-align: center; break-inside: avoid }
.markdown figcaption { margin-top: .5em; font-size: 9pt; color: var(--soft) }
.markdown mark { background: #fff1b8; color: inherit; padding: 0 .12em }
.markdown .footnote-ref { line-height: 0; font-size: .72em; vertical-align: super }
.markdown .footnote-ref a { padding: 0 .12em; text-decoration: none; font-weight: 600 }
.markdown .footnotes-sep { width: 22%; margin: 2.2em 0 .9em }
.markdown .footnotes { font-size: 8.8pt; line-height: 1.45; color: var(--soft) }
.markdown .footnotes li { break-inside: avoid }
.markdown .footnotes p { margin: 0 }
.markdown .footnote-backref { text-decoration: none; font-family: "DejaVu Sans", "Noto Sans Symbols", sans-serif }
`;
