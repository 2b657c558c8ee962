import type { Attachment, PdfaLevel, PrintJob } from '@platen/pdf';
import { compose } from '../../../compose/compose.ts';
import { STARTERS } from '../../../dashboard/starters/starters.ts';
import { LOREM, page, repeat } from '../../gallery/document.ts';
import { gallery } from '../../gallery/gallery.ts';
import { A4, bandOf, draftMark, type JobChanges, jobOf } from '../../../test/print/support/jobs.ts';
import { CORPUS, PAPER } from '../../../test/print/readiness/documents/corpus.ts';
import { readStarter } from '../../../scripts/generate/read-starter.ts';
import { HARD_DOCUMENTS, IMPOSSIBLE, LONG_DOCUMENTS } from './hard-documents.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

export interface CorpusDocument {
  readonly name: string;
  /** Prints a tagged PDF that is not PDF/A. */
  readonly job: PrintJob;
  readonly attachments?: readonly Attachment[];
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Documents for rules of PDF/A that the gallery covers little. */
const OWN: Readonly<Record<string, string>> = {
  links:
    '<h1 id="a">Links</h1><p><a href="https://example.com/a?b=(c)&d=é">Out</a>, <a href="#b">in</a>, <a href="mailto:a@example.com">by mail</a><h2 id="b" style="break-before: page">Here</h2><a href="#a">Back</a>',
  transparency:
    '<p style="opacity: .5">Half</p><div style="mix-blend-mode: multiply; background: linear-gradient(red, rgba(0, 0, 255, .2)); height: 40mm"></div><div style="background: conic-gradient(red, lime, blue, red); width: 40mm; height: 40mm; mask-image: radial-gradient(black, transparent); filter: blur(2px) drop-shadow(2mm 2mm 1mm gray)"></div>',
  masks:
    '<h1>Masks</h1><svg width=0 height=0><clipPath id="c"><text x=10 y=40 font-size=40>Clip</text></clipPath><mask id="m"><text y=40 fill="white">Mask</text></mask></svg><p style="mask-image: linear-gradient(#000, transparent)">Faded <a href="https://example.com/">link</a><div style="mask: url(#m)"><p style="mask-image: radial-gradient(#000, transparent)">Twice</p></div><p style="clip-path: url(#c)">Clipped<p style="-webkit-mask-box-image: linear-gradient(red, transparent) 1">Border',
  'links in drawings':
    '<h1>Links</h1><svg width=200 height=80 role="img" aria-label="Chart"><a href="https://example.com/a"><text y=20>One</text></a><a href="#b"><text y=60>Two</text></a></svg><div role="img" aria-label="Box"><a href="https://example.com/c">Three</a></div><a role="button" href="https://example.com/d">Four</a><p id="b">B',
  images: `<img src="${PIXEL}" alt="A pixel" width=80 height=80><svg role="img" aria-label="A circle" width=80 height=80><defs><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="3"/></pattern></defs><circle cx=40 cy=40 r=38 fill="url(#p)" stroke="teal"/><text x=20 y=45>SVG</text></svg><canvas width=80 height=80></canvas><script>document.querySelector('canvas').getContext('2d').fillRect(10, 10, 60, 60)</script>`,
  arabic: '<p dir="rtl" lang="ar">السلام عليكم، هذه فاتورة رقم ١٢٣</p><p dir="rtl" lang="he">שלום עולם</p>',
  ligatures:
    '<p style="font-family: serif">office affluent fjord ffi</p><p style="font-variant: small-caps">Small Caps</p>',
  table:
    '<table><caption>Sums</caption><thead><tr><th scope="col">Item<th scope="col">Sum</thead><tbody><tr><th scope="row">One<td>1.00</table><ul><li>One<li>Two<ul><li>Three</ul></ul><dl><dt>Term<dd>What it is</dl>',
  forms:
    '<form><label>Name <input value="Ada"></label><input type="checkbox" checked><select><option>One</select></form>',
  empty: '',
};

const ATTACHMENT: Attachment = {
  name: 'data.xml',
  mediaType: 'text/xml',
  description: 'The data of the document',
  relationship: 'Data',
  content: { text: '<räder/>'.repeat(100) },
};

const tagged = (html: string, changes: JobChanges = {}): PrintJob =>
  jobOf(html, { paper: A4, report: false, ...changes, tagged: true });

async function printStarter(name: (typeof STARTERS)[number]['name']): Promise<CorpusDocument> {
  const { content, settings, data, attach } = await readStarter(name);
  const { job } = compose({
    meter: unlimited(),
    content: content,
    template: { name, settings },
    data,
    options: { tagged: true, eInvoice: { enabled: false } },
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  return { name: `starter ${name}`, job: await attach(job) };
}

const listBodies = (bodies: Readonly<Record<string, string>>): CorpusDocument[] =>
  Object.entries(bodies).map(([name, body]) => ({ name, job: tagged(page(name, body)) }));

/**
 * Lists documents that people print, and documents that PDF/A has rules for.
 * @param all adds the gallery and documents that take long
 */
export async function listDocuments(all: boolean): Promise<CorpusDocument[]> {
  const text = page(
    'Bands',
    repeat(40, () => `<p>${LOREM}`),
  );
  const bands = {
    header: bandOf('<a href="https://example.com/">Header</a> <span class="pageNumber"></span>'),
    footer: bandOf('Footer 😀'),
    watermark: 'TEST',
    finish: { metadata: null, attachments: [], watermark: draftMark({ opacity: 0.2 }), encryption: null },
  };
  return [
    ...(await Promise.all(STARTERS.map(({ name }) => printStarter(name)))),
    ...listBodies({ ...OWN, ...HARD_DOCUMENTS }),
    { name: 'bands and watermarks', job: tagged(text, bands) },
    { name: 'attachment', job: tagged(text), attachments: [ATTACHMENT] },
    ...(all ? listMore() : []),
  ];
}

function listMore(): CorpusDocument[] {
  const ready = Object.values(CORPUS).flatMap((group) => Object.entries(group));
  const pages = repeat(1_000, (index) => `<h1 style="break-before: page">${index}</h1><p>${LOREM}`);
  return [
    ...gallery.map(({ name, html, options }) => ({ name: `gallery ${name}`, job: tagged(html, options) })),
    ...ready.map(([name, { html, job }]) => ({
      name: `readiness ${name}`,
      job: tagged(html, { ...job, paper: PAPER }),
    })),
    ...listBodies(LONG_DOCUMENTS),
    { name: '1,000 pages', job: tagged(page('Pages', pages)) },
  ];
}

/** A document that must be refused. */
export interface ImpossibleDocument {
  readonly name: string;
  readonly job: PrintJob;
  readonly rule: string;
  readonly levels: readonly PdfaLevel[];
}

/** The levels of a document that names none. Level `a` has its own rules and the rules of `b`. */
const STRONGEST: readonly PdfaLevel[] = ['2b', '3a'];

export const listImpossible = (): ImpossibleDocument[] =>
  Object.entries(IMPOSSIBLE).map(([name, { html, rule, levels = STRONGEST }]) => ({
    name,
    job: tagged(page(name, html)),
    rule,
    levels,
  }));
