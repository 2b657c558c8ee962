import { readWhole } from '@platen/pdf';
import { FaultyDocument } from '@platen/print-engine';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { embeddedFont } from '../../labs/gallery/fonts.ts';
import { bandOf, jobOf, type JobChanges } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const IMAGE = `src="${PIXEL}" width=9 height=9`;
const HEAD = '<!doctype html><html lang="de"><title>T</title>';
const SOUND = `${HEAD}<h1>Ä</h1>`;

const FINISH = { metadata: null, attachments: [], watermark: null, encryption: null, pdfua: true } as const;

const METADATA = { title: null, author: null, subject: null, keywords: null, creator: null, language: null };

const messagesOf = async (html: string, changes: JobChanges = {}): Promise<string[]> => {
  const { report } = await printer.print(jobOf(html, { tagged: true, ...changes }));
  return report.warnings.map(({ code, message }) => `${code}: ${message}`);
};

/** The details of the refusal, or nothing. */
async function faultsOf(html: string, changes: JobChanges): Promise<string[]> {
  try {
    await printer.print(jobOf(html, { report: false, ...changes }));
    return [];
  } catch (error) {
    if (!(error instanceof FaultyDocument)) throw error;
    return error.faults.map(({ kind, detail }) => `${kind}: ${detail}`);
  }
}

async function readAnnotations(html: string, changes: JobChanges = {}) {
  const { pdf } = await printer.print(jobOf(html, { tagged: true, finish: FINISH, ...changes }));
  const document = await getDocument({ data: (await readWhole(pdf)).slice(), verbosity: 0 }).promise;
  const links: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    for (const { contentsObj } of await (await document.getPage(number)).getAnnotations())
      links.push(contentsObj.str);
  return links;
}

describe('the report of a tagged document', () => {
  test('has no warnings for a document without barriers', async () => {
    const html = `${HEAD}<h1>A</h1><h2>B</h2><h2>C</h2><h1>D</h1><img alt="x" ${IMAGE}><img alt="" ${IMAGE}>
      <img role="presentation" ${IMAGE}><img aria-label="y" ${IMAGE}><svg aria-label="z" width=9 height=9></svg><svg aria-hidden="true"></svg>
      <embed role="img" aria-label="e" src="${PIXEL}" width=9 height=9><svg width=9 height=9><title>t</title></svg><a href="https://x.example/">x</a><a href="https://x.example/"><img alt="x" ${IMAGE}></a>
      <a aria-label="x" href="https://x.example/"><svg width=9 height=9></svg></a><label>a <input></label><label for="i">b</label><input id="i">
      <input title="c"><input type="hidden"><button>d</button><table><tr><th>a<th>b<tr><td>1<td>2</table>
      <style>.pay::after { content: "Pay" } .page::before { content: target-counter(attr(href), page) } .dot::before { content: "•"; color: #eee }</style>
      <a class="pay" href="https://x.example/"></a><a class="page" href="#t" id="t"></a><p class="dot">x</p>
      <table role="presentation"><tr><td>1<td>2<tr><td>3<td>4</table><table><tr><td>1<tr><td>2</table><p style="color: #767676">x`;
    expect(await messagesOf(html)).toEqual([]);
  });

  test.each<[string, string, RegExp]>(
    typical(
      [
        [
          'ALT_MISSING',
          `${SOUND}<div id="a"><img class="logo" ${IMAGE}></div>`,
          /`#a > img\.logo` has no alternative text/,
        ],
        [
          'ALT_MISSING',
          `${SOUND}<svg width=9 height=9><rect width=9 height=9 /></svg>`,
          /`body > svg` has no name/,
        ],
        [
          'ALT_MISSING',
          `${SOUND}<canvas width=9 height=9></canvas>`,
          /`body > canvas` has no alternative text/,
        ],
        [
          'ALT_MISSING',
          `${SOUND}<object type="image/png" data="${PIXEL}" width=9 height=9></object>`,
          /`body > object` has no name that the PDF can have/,
        ],
        ['ALT_MISSING', `${SOUND}<p role="img">x`, /`body > p` has no/],
        ['LANGUAGE_MISSING', '<title>T</title><h1>x</h1>', /`html` has no language/],
        ['LANGUAGE_MISSING', '<html lang="x_y"><title>T</title><h1>x</h1>', /`html` has no language/],
        ['TITLE_MISSING', '<html lang="de"><h1>x</h1>', /`html` has no title/],
        ['HEADING_SKIPPED', `${HEAD}<h2>x</h2>`, /`body > h2` is the first heading, and has the level 2/],
        [
          'HEADING_SKIPPED',
          `${SOUND}<div role="heading" aria-level="3">x</div>`,
          /the level 3 after a heading of level 1/,
        ],
        [
          'TABLE_HEADERS_MISSING',
          `${SOUND}<table><tr><td>1<td>2<tr><td>3<td>4</table>`,
          /`body > table` has no header/,
        ],
        [
          'LINK_TEXT_MISSING',
          `${SOUND}<a href="https://x.example/"><img alt="" ${IMAGE}></a>`,
          /`body > a` is a link/,
        ],
        [
          'LABEL_MISSING',
          `${SOUND}<input><input aria-label="x">`,
          /`body > input:nth-of-type\(1\)` has no label/,
        ],
        [
          'LABEL_MISSING',
          `${SOUND}<button><svg aria-hidden="true"></svg></button>`,
          /`body > button` has no label/,
        ],
        [
          'FRAME_NOT_READ',
          `${SOUND}<iframe srcdoc="<p>x"></iframe>`,
          /`body > iframe` is a separate document/,
        ],
        [
          'FILTERED_NOT_READ',
          `${SOUND}<div style="filter: blur(0)"><p>x <b style="filter: none">y</b></div>`,
          /`body > div` has a CSS filter/,
        ],
        [
          'CONTRAST_LOW',
          `${SOUND}<p style="color: #aaa">x`,
          /a contrast of 2\.32:1 \(#aaaaaa on #ffffff\)\. WCAG 1\.4\.3 requires 4\.5:1/,
        ],
        [
          'CONTRAST_LOW',
          `${SOUND}<div style="background: #000"><p style="color: #444; font-size: 30px">x</div>`,
          /requires 3:1/,
        ],
        [
          'ALT_MISSING',
          `${SOUND}<my-y></my-y><script>document.querySelector('my-y').attachShadow({ mode: 'open' }).innerHTML = '<img ${IMAGE}>'</script>`,
          /`body > my-y > img` has no alternative text/,
        ],
        [
          'CONTRAST_LOW',
          `${SOUND}<style>a::before { content: "Note"; color: #aaa }</style><p id="x"><a href="#x">x</a>`,
          /2\.32:1 \(#aaaaaa on #ffffff\)/,
        ],
        ['CONTRAST_LOW', `${SOUND}<p style="color: rgb(0 0 0 / .3)">x`, /\(#b3b3b3 on #ffffff\)/],
        [
          'CONTRAST_LOW',
          `${SOUND}<form><input name="localName" aria-label="x"><p style="color: #ccc">x</form>`,
          /#cccccc/,
        ],
      ],
      11,
    ),
  )('has %s, with the place: %s', LONG, async (code, html, message) => {
    expect(await messagesOf(html)).toEqual([
      expect.stringMatching(new RegExp(`^${code}: .*${message.source}`)),
    ]);
  });

  test.each([
    ['a text', '<p style="filter: blur(0)">word'],
    ['a part of a line', '<p>x <b style="filter: sepia(0)">word</b>'],
    ['a shadow', '<p style="filter: drop-shadow(1px 1px red)">word'],
    [
      'a filter of a drawing',
      '<svg aria-hidden=true width=0 height=0><filter id=f><feOffset /></filter></svg><p style="filter: url(#f)">word',
    ],
    ['a text of a drawing', '<svg width=99 height=40><text y=20 filter="grayscale(1)">word</text></svg>'],
    ['a filter that does not exist', '<p style="filter: url(#f)">word'],
    ['an element without a box', '<div style="display: contents; filter: blur(0)"><p>word</div>'],
    ['a filter of what is behind', '<p style="backdrop-filter: blur(1px)">word'],
    ['no text', '<p>word<p style="filter: blur(0); background: red; height: 9px">'],
    ['no filter', '<p style="filter: none">word'],
  ])('names what the PDF does not have as text, and nothing else: %s', async (_, body) => {
    const { report, document } = await printer.print(jobOf(SOUND + body, { tagged: true }));
    const isText = (await document.text(1)).includes('word');
    const codes = report.warnings.map(({ code }) => code);
    expect(codes).toEqual(isText ? [] : ['FILTERED_NOT_READ']);
  });

  test('names images under a filter, and no hidden ones', async () => {
    const image = (more: string): string => `<img ${IMAGE} style="filter: grayscale(1)" ${more}>`;
    expect(await messagesOf(SOUND + image('alt="x"'))).toEqual([
      expect.stringMatching(/^FILTERED_NOT_READ: `body > img`/),
    ]);
    expect(await messagesOf(SOUND + image('alt=""') + image('alt="x" aria-hidden="true"'))).toEqual([]);
  });

  test.each(
    typical(
      [
        ['over an image', `<div style="background: url(${PIXEL})"><p style="color: #aaa">x</div>`],
        [
          'over a gradient',
          '<div style="background: linear-gradient(red, blue)"><p style="color: #aaa">x</div>',
        ],
        ['with transparency', '<p style="color: #aaa; opacity: .9">x'],
        [
          'over a box that is placed behind',
          '<div style="position: absolute; inset: 0; z-index: -1; background: #000"></div><p style="color: #aaa">x',
        ],
        ['with a shadow', '<p style="color: #aaa; text-shadow: 0 0 2px #000">x'],
        [
          'that is hidden',
          '<p style="color: #aaa; visibility: hidden">x<p style="color: #aaa; display: none">y',
        ],
        [
          'that is large enough',
          '<p style="color: #888; font-size: 24px">x<p style="color: #888; font: bold 19px sans-serif">y',
        ],
        ['in a colour outside sRGB', '<p style="color: color(display-p3 .7 .7 .7)">x'],
      ],
      3,
    ),
  )('has no warning about the contrast of text %s', LONG, async (_, body) => {
    expect(await messagesOf(SOUND + body)).toEqual([]);
  });

  test('names some elements of a kind, and counts the others', async () => {
    const messages = await messagesOf(SOUND + `<img ${IMAGE}>`.repeat(30));
    expect(messages).toHaveLength(5);
    expect(messages.at(-1)).toBe('ALT_MISSING: 26 more images have no alternative text.');
  });

  test('has no barriers without tags, and no contrast without backgrounds', async () => {
    const html = `<p style="color: #aaa">x<img ${IMAGE}>`;
    expect(await messagesOf(html, { tagged: false })).toEqual([]);
    expect((await messagesOf(html, { printBackground: false })).join('\n')).not.toContain('CONTRAST_LOW');
  });

  test.each(
    typical(
      [
        ['many', `<p>${'<i style="color:#aaa">x<wbr></i>'.repeat(50_000)}`],
        [
          'deep',
          "<script>let at=document.body;for(let i=0;i<15000;i++){const a=document.createElement('a');a.href='#'+i;a.append('x');at.append(a);at=a}</script>",
        ],
      ],
      1,
    ),
  )('is bounded in time for 100,000 elements: %s', LONG, async (_, body) => {
    const startedAt = performance.now();
    // Without a language it is refused before its print, which would take much longer.
    const faults = await faultsOf(`<title>T</title>${body}`, { tagged: true, finish: FINISH });
    expect(faults).toEqual([expect.stringContaining('rule 7.2')]);
    // It takes 2 s on a quiet machine. In quadratic time it would take many minutes.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  variation('says that it has not checked all of a long document', async () => {
    const html = `${SOUND}<p>${'<wbr>'.repeat(20_000)}x`;
    expect(await messagesOf(html)).toEqual([expect.stringContaining('the first 20000')]);
  });
});

describe('a job that fails on accessibility', () => {
  test('names the elements, and no other job does', async () => {
    const html = `${HEAD}<h2>x</h2><img ${IMAGE}>`;
    expect(await faultsOf(html, { failOn: ['accessibility'] })).toEqual([
      'accessibility: `body > h2` is the first heading, and has the level 2. Begin with h1.',
      expect.stringMatching(/^accessibility: `body > img` has no alternative text/),
    ]);
    expect(await faultsOf(html, { failOn: ['overflow'] })).toEqual([]);
    expect(await faultsOf(SOUND, { failOn: ['accessibility'] })).toEqual([]);
  });
});

describe('a PDF/UA', () => {
  test('has the names of its links: their labels, texts, images or addresses', async () => {
    const links = `<style>${embeddedFont('@fontsource/noto-sans-arabic', 'السلام')}</style><p><a href="https://x.example/ä?b=(c)" aria-label="Wörter">go</a> <a href="#b">in<b>side</b> a</a>
      <a href="https://i.example/"><img alt="Logo" ${IMAGE}></a> <a href="https://u.example/" style="text-transform: uppercase">up</a>
      <a href="https://t.example/" title="Titel"><svg width=9 height=9><rect width=9 height=9 /></svg></a><p id="b" lang="ar" dir="rtl" style="font-family: Noto Sans Arabic"><a href="https://a.example/">السلام</a>`;
    expect(new Set(await readAnnotations(SOUND + links))).toEqual(
      new Set(['Wörter', 'inside a', 'Logo', 'up', 'Titel', 'السلام']),
    );
    const header = bandOf('<a href="https://h.example/">Head</a>');
    expect(await readAnnotations(SOUND, { header })).toEqual(['https://h.example/']);
  });

  test('has the names of links that a style sheet writes, as they are painted', async () => {
    const html = `${SOUND}<style>.page::after { content: target-counter(attr(href), page) } .text::after { content: target-text(attr(href)) } .pay::before { content: "Pay " }
      .arrow::after { content: " »" / "" } nav a::after { content: target-text(attr(href)) leader(".") target-counter(attr(href), page) }</style>
      <nav><a href="#s"></a></nav><p>See <a class="page" href="#s"></a>, <a class="text" href="#s"></a>, <a class="pay" href="https://p.example/">now</a>,
      <a class="arrow" href="https://a.example/">on</a><h2 id="s" style="break-before: page">Results</h2>`;
    expect(new Set(await readAnnotations(html))).toEqual(
      new Set(['Results 2', '2', 'Results', 'Pay now', 'on']),
    );
  });

  test('has no addresses of pictures and no separators of counters in the names of links', async () => {
    const html = `${SOUND}<style>.bare::after { content: url("${PIXEL}") " »" } .named::after { content: url("${PIXEL}") / "by card (a / b)" }
      .counted::before { content: counters(c, " of ") open-quote "Part " close-quote }</style>
      <p><a class="bare" href="https://a.example/">Pay</a>, <a class="named" href="https://b.example/">Pay </a>, <a class="counted" href="https://c.example/">two</a>`;
    expect(new Set(await readAnnotations(html))).toEqual(
      new Set(['Pay »', 'Pay by card (a / b)', 'Part two']),
    );
  });

  test('has the words of link names apart where a reader sees them so, and no others', async () => {
    const html = `${SOUND}<style>.d, .p::before { display: block } .m { margin-left: 1em } .f { display: flex; gap: 2em } .p::before { content: "Part 1" } .i::after { content: ":" } .g::before { content: "Step"; margin-right: 2mm }</style>
      <p><a href="https://a.example/">Hello<span class="d">World</span></a> <a href="https://b.example/">In<span class="m">gap</span></a>
      <a href="https://c.example/">Cat<b>e</b>gory</a> <a class="f" href="https://d.example/"><span>Left</span><span>right</span></a> <a href="https://e.example/">Line<br>two</a>
      <a class="p" href="https://f.example/">Rivers</a> <a href="https://g.example/"><b class="i">Name</b> x</a> <a class="g" href="https://h.example/">one</a>
      </p><a href="https://i.example/"><div>Up</div><div class="g">down</div></a>`;
    expect(new Set(await readAnnotations(html))).toEqual(
      new Set([
        'Hello World',
        'In gap',
        'Category',
        'Left right',
        'Line two',
        'Part 1 Rivers',
        'Name: x',
        'Step one',
        'Up Step down',
      ]),
    );
  });

  test('can have the language and the title of its metadata', async () => {
    const finish = { ...FINISH, metadata: { ...METADATA, title: 'T', language: 'sv' } };
    expect(await faultsOf('<h1>x</h1>', { tagged: true, finish })).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['no language', '<title>T</title><h1>x</h1>', /rule 7\.2, `html` has no language/],
    ['no title', '<html lang="de"><h1>x</h1>', /rule 7\.1, `html` has no title/],
    [
      'an image without a text',
      `${SOUND}<p id="t"><img class="logo" ${IMAGE}>`,
      /rule 7\.3, `#t > img\.logo` has no/,
    ],
    ['a skipped heading', `${SOUND}<h3>x</h3>`, /rule 7\.4\.2, `body > h3` has the level 3/],
    [
      'a picture without a tag',
      `${SOUND}<object type="image/png" data="${PIXEL}" aria-label="x" width=9 height=9></object>`,
      /rule 7\.3, `body > object` has no name/,
    ],
    [
      'a frame',
      `${SOUND}<iframe srcdoc="<p>x"></iframe>`,
      /rule 7\.1, `body > iframe` is a separate document/,
    ],
    [
      'text under a filter',
      `${SOUND}<p style="filter: grayscale(1)">x`,
      /rule 7\.1, `body > p` has a CSS filter/,
    ],
    ['no text', HEAD, /rule 7\.1, the document: has no tags/],
    ['an invalid language', `${SOUND}<p lang="x_y">y`, /rule 7\.2, object \d+: "x_y" is not a language tag/],
  ])('is refused with its rule and its place: %s', async (_, html, detail) => {
    expect(await faultsOf(html, { tagged: true, finish: FINISH })).toEqual([
      expect.stringMatching(new RegExp(`^pdfua: options\\.pdfua: ${detail.source}`)),
    ]);
  });

  test('names all barriers at once, also those that only the document shows', async () => {
    const faults = await faultsOf(`<h2>x</h2><img ${IMAGE}>`, { tagged: true, finish: FINISH });
    const rules = faults.map((fault) => /rule ([\d.]+)/.exec(fault)?.[1]);
    expect(new Set(rules)).toEqual(new Set(['7.1', '7.2', '7.3', '7.4.2']));
  });
});
