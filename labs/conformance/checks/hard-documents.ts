import type { PdfaLevel } from '@platen/pdf';
import { LOREM, repeat } from '../../gallery/document.ts';
import { embeddedFont, subsetFont } from '../../gallery/fonts.ts';
import { familyOf, fontFace, listFonts, listImages, sample } from './samples.ts';

/** HTML by name, with rare features that PDF/A has rules for. */
export type HardDocuments = Readonly<Record<string, string>>;

const ARABIC = 'السَّلَامُ عَلَيْكُمْ، هذه فاتورة رقم ١٢٣ ﷼ لله';
const BLENDS =
  'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity plus-lighter';

const SCRIPTS: HardDocuments = {
  'arabic in a font of its own': `<style>${embeddedFont('@fontsource/noto-sans-arabic', ARABIC)} p { font: 18pt "Noto Sans Arabic" }</style><p dir="rtl" lang="ar">${ARABIC}<p dir="rtl">${ARABIC} (PDF/A-2) ${ARABIC}`,
  'hebrew in a font of its own': `<style>${embeddedFont('@fontsource/noto-sans-hebrew', 'שָׁלוֹם')} p { font: 18pt "Noto Sans Hebrew" }</style><p dir="rtl" lang="he">שָׁלוֹם עולם <bdi>abc 123</bdi>`,
  'chinese and japanese': `<style>${subsetFont('noto-sans-sc')} body { font-family: "Noto Sans SC" } .v { writing-mode: vertical-rl; height: 60mm }</style><p lang="zh">印刷术让文字留在纸上。<p lang="ja">印刷は文字を紙に残す技術です。<ruby>印刷<rt>です</ruby><div class="v" lang="zh">活字排版，一页一页，<span style="text-combine-upright: all">12</span>墨色均匀。<span style="text-orientation: upright">AB</span></div><p style="text-emphasis: dot">标点符号`,
  emoji: `<style>${subsetFont('twemoji')} body { font-family: Twemoji }</style><p>😀 🎉 🚀 ✅`,
  'emoji of several characters': `<style>${subsetFont('twemoji')} body { font-family: Twemoji }</style><p>❤️ 👩‍💻 🇩🇪 🏳️‍🌈`,
  'strange characters':
    '<p>so&shy;ft&shy;hy&shy;phens no&nbsp;break zero&#8203;width joiner&#8205; mark&#8206; é e&#x301; ﬁ ﬂ Ǆ \u2060 \uFEFF x<p>tab\tand&#x85; x',
};

const DRAWING: HardDocuments = {
  svg: `<svg width="400" height="300"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".2"/></linearGradient><radialGradient id="r" spreadMethod="reflect" r=".2"><stop stop-color="lime"/><stop offset="1"/></radialGradient><clipPath id="c"><circle cx="60" cy="60" r="50"/><text x="10" y="120" font-size="40">Clip</text></clipPath><mask id="m"><rect width="100%" height="100%" fill="url(#g)"/></mask><filter id="f"><feGaussianBlur stdDeviation="3"/><feColorMatrix type="hueRotate" values="90"/><feTurbulence result="t"/><feBlend in2="t"/></filter><marker id="a" markerWidth="6" markerHeight="6" refX="3" refY="3"><circle cx="3" cy="3" r="3"/></marker><path id="p" d="M10 200 C 80 120 160 280 300 200"/><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol></defs><rect width="120" height="120" fill="url(#g)" clip-path="url(#c)"/><rect x="130" width="120" height="120" fill="url(#r)" mask="url(#m)"/><circle cx="320" cy="60" r="50" filter="url(#f)"/><use href="#p" fill="none" stroke="url(#g)" stroke-width="4" stroke-dasharray="3 5" marker-mid="url(#a)" marker-end="url(#a)"/><text font-size="20"><textPath href="#p">Along a path, and further along</textPath></text><text x="10" y="280" font-size="30" fill="url(#g)" stroke="black">Gradient</text><use href="#s" x="250" y="230" width="40" height="40" opacity=".5"/><foreignObject x="300" y="230" width="90" height="60"><p>HTML</p></foreignObject></svg>`,
  'blend modes': `${BLENDS.split(' ')
    .map(
      (mode) =>
        `<div style="display: inline-block; width: 40px; height: 40px; background: linear-gradient(red, blue)"><div style="mix-blend-mode: ${mode}; width: 30px; height: 30px; background: teal">x</div></div>`,
    )
    .join(
      '',
    )}<div style="background: url(${sample('rgb.jpg')}), orange; background-blend-mode: multiply; width: 40px; height: 40px; isolation: isolate"></div>`,
  filters:
    'blur(2px) brightness(2) contrast(.5) drop-shadow(2px 2px 2px red) grayscale(1) hue-rotate(90deg) invert(1) opacity(.5) saturate(3) sepia(1)'
      .split(/ (?=[a-z])/)
      .map(
        (filter) => `<span style="display: inline-block; filter: ${filter}; background: coral">Text</span> `,
      )
      .join('') +
    '<div style="position: relative; background: linear-gradient(red, blue)">Behind<div style="backdrop-filter: blur(2px); background: #fff8">In front</div></div>',
  'clips, masks and shadows': `<style>div { width: 60px; height: 60px; background: linear-gradient(45deg, red, blue); display: inline-block; margin: 4px }</style><div style="clip-path: circle(40%)"></div><div style="clip-path: polygon(50% 0, 100% 100%, 0 100%)"></div><div style="clip-path: path('M0 0 L60 0 L30 60 Z')">x</div><div style="mask: url(${sample('alpha.png')}) center / contain"></div><div style="mask-image: linear-gradient(black, transparent), radial-gradient(white, transparent); mask-composite: intersect"></div><div style="box-shadow: 2px 2px 6px red, inset 0 0 8px blue; border-radius: 20px / 10px"></div><div style="background: conic-gradient(red, lime, blue, red); border: 4px dashed green"></div><div style="background: repeating-linear-gradient(red 0 4px, transparent 4px 8px)"></div><div style="border: 8px solid; border-image: linear-gradient(red, blue) 1"></div><div style="transform: perspective(200px) rotateY(40deg)">3D</div><div style="-webkit-box-reflect: below">R</div><p style="background: linear-gradient(red, blue); background-clip: text; color: transparent; font-size: 30px">Clipped</p><p style="-webkit-text-stroke: 1px red; text-shadow: 2px 2px 3px blue; paint-order: stroke fill">Stroked</p><p style="text-decoration: underline wavy red; opacity: .3">Wavy</p>`,
  'deep nesting': `${repeat(40, (index) => `<div style="overflow: hidden; transform: rotate(.1deg) scale(.99); opacity: .98; clip-path: inset(${index % 3}px); isolation: isolate">`)}<p style="background: red">Deep</p>`,
  colours:
    'cmyk|color(display-p3 1 0 0)|lab(50% 40 60)|oklch(70% .3 140)|color-mix(in oklab, red 40%, blue)|rgb(none 128 0)|hwb(90 10% 10%)|color(rec2020 0 1 0)|CanvasText|light-dark(red, blue)|#12345678|device-cmyk(0 1 1 0)'
      .split('|')
      .map(
        (colour) =>
          `<span style="color: ${colour}; background: linear-gradient(in oklch, ${colour}, white)">Colour </span>`,
      )
      .join(''),
  'what scripts draw': `<canvas id="a" width="100" height="60"></canvas><canvas id="b" width="60" height="60"></canvas><canvas id="c" width="0" height="0"></canvas><video poster="${sample('rgb.jpg')}" width="80" height="60" controls></video><video width="80" height="60"></video><audio controls></audio><picture><source srcset="${sample('image.avif')}" type="image/avif"><img src="${sample('gray.jpg')}" alt=""></picture><iframe srcdoc="<p>In a frame <a href='https://example.com/'>a link" width="200" height="60"></iframe><object data="${sample('alpha.png')}" width="20"></object><script>const x = a.getContext('2d'); x.globalCompositeOperation = 'multiply'; x.fillStyle = x.createConicGradient(1, 50, 30); x.fillRect(0, 0, 100, 60); x.fillText('Canvas', 10, 30); b.getContext('2d', { colorSpace: 'display-p3' }).fillRect(5, 5, 50, 50)</script>`,
};

const STRUCTURE: HardDocuments = {
  'tags of all kinds':
    '<header>H</header><nav><a href="#x">N</a></nav><main><article><h1>One</h1><section><h3>Three</h3><aside>A</aside><figure><img alt="Dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><figcaption>F</figcaption></figure></section></article></main><p><strong>s</strong><em>e</em><b>b</b><i>i</i><u>u</u><s>s</s><sub>1</sub><sup>2</sup><mark>m</mark><ins>i</ins><del>d</del><q>q</q><abbr title="t">a</abbr><code>c</code><kbd>k</kbd><time>t</time><dfn>d</dfn><blockquote>B</blockquote><pre>P</pre><address>A</address><hr><details open><summary>S</summary>D</details><dialog open>D</dialog><menu><li>M</menu><ol start="3"><li>O<li><p>P</ol><fieldset><legend>L</legend>F</fieldset><p role="note">n<p role="heading" aria-level="4">h<div role="doc-footnote">f</div><div role="table"><div role="row"><span role="columnheader">c</span></div></div><div role="img" aria-label="I">x</div><p aria-hidden="true">hidden<p lang="de">Deutsch <span lang="fr-CA">français</span><table><colgroup><col></colgroup><tr><th colspan="2" scope="colgroup">H<tr><th scope="row">R<td headers="q">D<tfoot><tr><td>F</table>',
  'controls on paper':
    '<input value="v"><input type="radio" checked><input type="range"><input type="color"><input type="date"><input type="file"><input type="password" value="x"><input placeholder="p"><textarea>t</textarea><select multiple size="2"><option selected>a<option>b</select><button>B</button><progress value=".5"></progress><meter value=".4">m</meter><output>o</output><label>L<input type="checkbox"></label>',
  'generated text': `<style>@page { margin: 20mm; @bottom-center { content: counter(page) " of " counter(pages) } @top-left { content: "Margin box" } } li::marker { content: "– " } q { quotes: "«" "»" } .c::before { content: counter(x, upper-roman) "•" attr(data-x) } p::first-letter { initial-letter: 2 } ol { list-style: lower-greek }</style><ul><li>One</ul><ol><li>Greek</ol><q>Quoted</q><p class="c" data-x="attr" style="counter-increment: x">Text</p><p>${LOREM}</p>`,
  'languages of all kinds':
    '<p lang="">none<p lang="x-private">x<p lang="zh-Hant-TW">t<p lang="de-1996-x-y">y',
  links: `<h1 id="${'i'.repeat(127)}">Long id</h1><a href="#${'i'.repeat(127)}">to it</a> <a id="ä ö (x)" name="n/#">A</a><a href="#%C3%A4%20%C3%B6%20(x)">umlauts</a> <a href="https://example.com/?${'q'.repeat(30_000)}">long</a> <a href="javascript:alert(1)">script</a> <a href="tel:+1">tel</a> <a href="file:///etc/x">file</a> <a href="ftp://x/">ftp</a> <a href="">empty</a> <a href="#top">top</a> <a href="#nowhere">nowhere</a> <a href="https://exämple.de/ü">idn</a> <a href="https://example.com/" style="transform: rotate(30deg); display: inline-block">turned</a> <a href="https://example.com/"><img src="${sample('rgb.jpg')}" alt="Image"></a><a href="https://example.com/"></a> <svg width="40" height="20"><a href="https://example.com/"><text y="15">svg</text></a></svg><map name="m"><area shape="circle" coords="8,8,5" href="https://example.com/"></map><img usemap="#m" src="${sample('rgb.jpg')}" alt="Map"><a href="https://example.com/" style="column-count: 2; display: block">${LOREM}</a><a href="https://example.com/" target="_blank" ping="/p" download>attributes</a>`,
  'descriptions and titles': `<title>${'T&lt;]]&gt; \u{1F600} ä\u0000\u000B'.repeat(20)}</title><meta name="author" content="A &amp; B"><meta name="keywords" content="one, two;three"><meta name="description" content="D\u202E"><meta name="generator" content="G"><p><img alt="${'alt '.repeat(5_000)}" src="${sample('rgb.jpg')}">`,
};

const showFont = (name: string): string =>
  `<style>${fontFace(name)}</style><div style="font: 700 30px '${familyOf(name)}'"><p>A B fi<p style="font-style: italic; font-weight: 100">A B<p style="writing-mode: vertical-rl">AB</div>`;

const showImage = (name: string): string =>
  `<img alt="One" src="${sample(name)}"><img alt="Two" src="${sample(name)}" style="image-rendering: pixelated; width: 100px; opacity: .5"><div style="background: url(${sample(name)}); width: 40px; height: 40px; filter: grayscale(1)"></div>`;

const ABSTRACT = 'icc-abstract.jpg';
const IMAGES = listImages().filter((name) => name !== ABSTRACT);

export const HARD_DOCUMENTS: HardDocuments = {
  ...SCRIPTS,
  ...DRAWING,
  ...STRUCTURE,
  'images of all kinds': IMAGES.map(showImage).join(''),
  'fonts of all kinds': listFonts().map(showFont).join(''),
};

/** Documents that are many or long. */
export const LONG_DOCUMENTS: HardDocuments = {
  '10,000 links': `<p>${repeat(10_000, (index) => `<a id="l${index}" href="${index % 2 === 0 ? `https://example.com/${index}` : `#l${index - 1}`}">${index}</a> `)}`,
  ...Object.fromEntries(listFonts().map((name) => [`font ${familyOf(name)}`, showFont(name)])),
  ...Object.fromEntries(IMAGES.map((name) => [`image ${name}`, showImage(name)])),
  'a long table': `<table>${repeat(5_000, (index) => `<tr><th>${index}<td>${LOREM.slice(0, 60)}<td>1.00`)}</table>`,
};

/** Documents that must be refused with the rule. */
export const IMPOSSIBLE: Readonly<
  Record<string, { readonly rule: string; readonly html: string; readonly levels?: readonly PdfaLevel[] }>
> = {
  'a character without a glyph': { rule: '6.2.11.8', html: '<p>\u{1F9FF} \u{10FFFD}' },
  'an address over 32,767 bytes': {
    rule: '6.1.13',
    html: `<a href="https://example.com/?${'q'.repeat(40_000)}">long</a>`,
  },
  'an id over 127 bytes': {
    rule: '6.1.13',
    html: `<a href="#${'é'.repeat(64)}">to it</a><h1 id="${'é'.repeat(64)}">Long</h1>`,
  },
  'no language': { rule: '6.7.4', levels: ['2a'], html: '<p lang="en_US">underscore' },
  'an abstract colour profile': { rule: '6.2.4.2', html: `<img src="${sample(ABSTRACT)}">` },
  'an icon of the private use area': {
    rule: '6.2.11.7.3',
    levels: ['2a'],
    html: `<style>${fontFace('plain.ttf')} p { font-family: plain }</style><p>\u{E001}`,
  },
};
