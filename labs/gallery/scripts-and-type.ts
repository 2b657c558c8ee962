import { type GalleryDocument, LOREM, margins, page } from './document.ts';
import { embeddedFont, subsetFont } from './fonts.ts';

const ARABIC = 'الطباعة فن يحفظ الكلمات على الورق، ويقرؤها الناس من اليمين إلى اليسار. الرقم ١٢٣ والعلامة ٪.';
const HEBREW = 'הדפוס שומר את המילים על הנייר, והן נקראות מימין לשמאל. המספר 123 נשאר במקומו.';
const CHINESE = '印刷术让文字留在纸上。活字排版，一页一页，墨色均匀。标点符号，不在行首。';
const JAPANESE = '印刷は文字を紙に残す技術です。かなとカナと漢字。';
const EMOJI = '😀 🎉 🚀 ❤️ 👩‍💻 🇩🇪 🏳️‍🌈 ✅';

const arabic = page(
  'Arabic',
  `<h1>العربية</h1><p>${ARABIC}</p><p>${ARABIC} English in the middle ${ARABIC}</p><table><tr><th>البند<th>السعر<tr><td>ورق<td class="number">١٢٫٥٠</table>`,
  `${embeddedFont('@fontsource/noto-sans-arabic', `${ARABIC}العربيةالبندالسعرورق`)} body { font-family: "Noto Sans Arabic", sans-serif; direction: rtl; font-size: 13pt } th { text-align: right; letter-spacing: 0 }`,
);

const hebrew = page(
  'Hebrew',
  `<h1>עברית</h1><p>${HEBREW}</p><p>${HEBREW} <bdi>PDF 1.4</bdi> ${HEBREW}</p>`,
  `${embeddedFont('@fontsource/noto-sans-hebrew', `${HEBREW}עברית`)} body { font-family: "Noto Sans Hebrew", sans-serif; direction: rtl; font-size: 13pt }`,
);

const cjk = page(
  'CJK',
  `<h1>中文排版</h1><p>${CHINESE.repeat(3)}</p><p lang="ja">${JAPANESE.repeat(3)}</p><div class="vertical">${CHINESE.repeat(2)}</div>`,
  `${subsetFont('noto-sans-sc')} body { font-family: "Noto Sans SC", sans-serif; font-size: 12pt } .vertical { writing-mode: vertical-rl; height: 70mm; border: .3mm solid #d8dee6; padding: 4mm }`,
);

const emoji = page(
  'Emoji',
  `<h1>Colour</h1><p style="font-size: 28pt">${EMOJI}</p><p>In a line of text 🎉 emoji are as tall as the letters.</p>`,
  `${subsetFont('twemoji')} body { font-family: "Open Sans", Arial, Twemoji, sans-serif }`,
);

const webFont = page(
  'Web font',
  `<h1>A font that came along</h1><p>${LOREM}</p><p style="font-family: sans-serif">And a font of this machine. ${LOREM}</p>`,
  `${embeddedFont('@fontsource/noto-sans-hebrew', 'abc')} body { font-family: "Noto Sans Hebrew" }`,
);

const typography = page(
  'Typography',
  `<h1>Typography</h1><p>Ligatures: office, waffle, fjord. Kerning: AVATAR, To, Ty. Fractions ½ ⅔. Dashes – — and “quotes”, ‘inner’, „deutsch“, «guillemets».</p>
  <p style="text-align: justify; hyphens: auto; width: 60mm">${LOREM}</p><p class="drop">${LOREM} ${LOREM}</p>
  <p style="font-variant-caps: small-caps">Small capitals</p><p style="letter-spacing: .2em">Spaced out</p><p style="text-decoration: underline wavy #e0562d">Wavy</p>
  <p>x<sup>2</sup> + y<sub>1</sub>, <mark>marked</mark>, <del>deleted</del>, <ins>inserted</ins>, <kbd>Ctrl</kbd>, <code>const x = 1;</code></p>
  <p style="font-size: 4pt">Four points, still text.</p><p style="font-size: 60pt; line-height: 1">Sixty</p><blockquote>${LOREM}</blockquote>`,
  '.drop::first-letter { float: left; font-size: 44pt; line-height: .85; padding-right: 2mm; color: #0b5fff } blockquote { border-left: 1mm solid #0b5fff; margin: 0; padding-left: 5mm; font-style: italic } mark { background: #ffe58a }',
);

const latin = page(
  'Languages',
  `<h1>Letters of Europe</h1><dl><dt>Polski<dd>Zażółć gęślą jaźń<dt>Čeština<dd>Příliš žluťoučký kůň<dt>Íslenska<dd>Kæmi ný öxi hér<dt>Română<dd>Șapte țări<dt>Türkçe<dd>Fahiş bluz güvencesi ile yağız şoföre<dt>Ελληνικά<dd>Ξεσκεπάζω την ψυχοφθόρα βδελυγμία<dt>Русский<dd>Съешь ещё этих мягких французских булок<dt>Tiếng Việt<dd>Chữ quốc ngữ đẹp</dl>`,
  'dt { color: #5b6675; font-size: 8pt } dd { margin: 0 0 3mm; font-size: 14pt }',
);

const mathml = page(
  'MathML',
  `<h1>Mathematics</h1><p>The roots are <math><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>.</p>
  <p style="font-size: 16pt"><math display="block"><munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi></munderover><mfrac><mn>1</mn><msup><mi>n</mi><mn>2</mn></msup></mfrac><mo>=</mo><mfrac><msup><mi>π</mi><mn>2</mn></msup><mn>6</mn></mfrac></math></p>`,
);

export const scriptsAndType: readonly GalleryDocument[] = [
  {
    name: 'arabic',
    html: arabic,
    options: margins(),
    expected: { pages: 1, fonts: ['NotoSansArabic'], allGlyphs: true },
  },
  {
    name: 'hebrew',
    html: hebrew,
    options: margins(),
    expected: { pages: 1, fonts: ['NotoSansHebrew'], allGlyphs: true },
  },
  {
    name: 'cjk',
    html: cjk,
    options: margins(),
    expected: { pages: 1, text: { 1: ['中文排版'] }, fonts: ['NotoSansSC'], allGlyphs: true },
  },
  {
    name: 'emoji',
    html: emoji,
    options: margins(),
    expected: { pages: 1, text: { 1: ['Colour'] }, allGlyphs: true },
  },
  {
    name: 'web-font',
    html: webFont,
    options: margins(),
    expected: { pages: 1, fonts: ['NotoSansHebrew'], text: { 1: ['A font that came along'] } },
  },
  {
    name: 'typography',
    html: typography,
    options: margins(),
    expected: { pages: [1, 2], text: { 1: ['SMALL CAPITALS', 'Four points'] } },
  },
  {
    name: 'languages',
    html: latin,
    options: margins(),
    expected: { pages: 1, text: { 1: ['Zażółć gęślą jaźń', 'Съешь ещё'] } },
  },
  { name: 'mathml', html: mathml, options: margins(), expected: { pages: 1, text: { 1: ['Mathematics'] } } },
];
