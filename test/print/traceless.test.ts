import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrintJob, readWhole } from '@platen/pdf';
import { printInPool } from '@platen/print-engine';
import { BANDS_DOCUMENT, BANDS_DOCUMENT_URL } from '../../packages/print-engine/in-page/expressions.ts';
import { bandOf, draftMark, jobOf, type JobChanges } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool, type SentCommand } from './support/watched-pool.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

/** One page at a time, so that the second job gets the page of the first. */
const printer = usePrinter({ ready: 0, concurrent: 1 });
const server = useWebServer((_request, response) => response.end());

/** Without the time and the numbers of its elements, which count on in a process. */
const comparable = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/D:\d+/g, '')
    .replaceAll(/node\d+/g, '');

/** What a trace of another document would change. */
const PROBES: readonly (readonly [string, Partial<PrintJob>])[] = [
  [
    `<p>text <a href="https://example.com">link</a> <a href="relative">relative</a><table><tr><td>cell</table>
     <h1>Heading</h1><ol><li>one</ol><input type="checkbox"><p style="font: 1rem own">own font`,
    { tagged: true },
  ],
  [
    `<!doctype html><html><style>p { color: var(--c, orange); hyphens: auto; width: 50px } li { list-style: own }</style>
     <p>Donaudampfschifffahrtsgesellschaft<ol><li>x</ol><p style="background: Canvas; color: CanvasText">system`,
    { preferCssPageSize: true },
  ],
];

let pages: Awaited<ReturnType<typeof openWatchedPool>>;
/** Each probe on a page that had no document before. */
const onBlankPages: string[] = [];

beforeAll(async () => {
  pages = await openWatchedPool(printer, { ready: 0, concurrent: 1 });
  for (const [index, [html, changes]] of PROBES.entries()) {
    onBlankPages.push(await print(html, changes, { workspaceId: `ws_of_probe_${index}` }));
    await pages.atRest();
  }
});
afterAll(() => pages.pool.close());

async function print(
  html: string,
  changes: JobChanges = {},
  { workspaceId = 'ws_one', pool = pages.pool } = {},
): Promise<string> {
  const job = jobOf(html, { report: false, ...changes });
  const { pdf } = await printInPool(pool, job, limitsOf({ workspaceId }));
  return comparable(await readWhole(pdf));
}

let workspaces = 0;

/** Each in a workspace of its own, at rest after the document: its page is ready, so the probe gets it. A busy machine would open another one. */
async function printProbesAfter(html: string, changes: Partial<PrintJob> = {}): Promise<string[]> {
  const prints: string[] = [];
  for (const [probe, probeChanges] of PROBES) {
    workspaces += 1;
    const workspaceId = `ws_${workspaces}`;
    await print(html, changes, { workspaceId });
    await pages.atRest();
    prints.push(await print(probe, probeChanges, { workspaceId }));
  }
  return prints;
}

async function watchPages(work: () => Promise<unknown>) {
  pages.sent.length = 0;
  await work();
  /** By page. Without an entry, it is clear. */
  const documents = new Map<string | undefined, unknown>();
  const counts = { clearings: 0, replaced: 0 };
  for (const { method, page, parameters } of pages.sent) {
    if (method === 'Page.navigate') {
      counts.clearings += 1;
      documents.delete(page);
    } else if (method === 'Page.setDocumentContent' && 'html' in parameters) {
      if (isProbe(parameters.html) && documents.has(page) && !isProbe(documents.get(page)))
        counts.replaced += 1;
      documents.set(page, parameters.html);
    }
  }
  return counts;
}

const isProbe = (document: unknown): boolean => PROBES.some(([html]) => html === document);

const STYLED = [
  ['a title', '<title>of another document</title><p>x'],
  ['standards mode', '<!doctype html><meta charset="utf-8"><p>x'],
  ['a language and a direction', '<!doctype html><html lang="ar" dir="rtl"><p>x'],
  ['a window for telephones', '<meta name="viewport" content="width=100, initial-scale=5"><p>x'],
  ['a dark scheme', '<style>:root { color-scheme: dark; background: Canvas; color: CanvasText }</style><p>x'],
  ['colours of its body', '<body text="purple" bgcolor="yellow"><p>x'],
  [
    'counters',
    '<style>@counter-style own { system: cyclic; symbols: "Q" } ol { list-style: own }</style><ol><li>x</ol>',
  ],
  [
    'a root that is turned and large',
    '<style>:root { font-size: 60px; writing-mode: vertical-rl; zoom: 2 }</style><p>x',
  ],
  [
    'paper',
    '<style>@page { size: A5 landscape; margin: 50mm } @page named { size: A3 } div { page: named }</style><div>x</div><p>y',
  ],
  ['layers', '<style>@layer late, early; @layer early { p { color: red } }</style><p>x'],
  [
    'containers and anchors',
    '<style>body { container-type: size; anchor-name: --a } @container (width > 1px) { p { color: red } }</style><p>x',
  ],
  [
    'a form',
    '<form name="images"><input name="a" value="secret"><input type="radio" name="r" checked><textarea id="addEventListener">q</textarea></form>',
  ],
  [
    'what is open',
    '<details open name="a"><summary>x</summary>y</details><dialog open>z</dialog><div popover>x</div>',
  ],
  [
    'a shadow root',
    '<div><template shadowrootmode="open"><style>:host { color: red }</style><p>in</p></template></div>',
  ],
  ['a drawing and a formula', '<svg><rect width="9" height="9" fill="red"/></svg><math><mi>x</mi></math>'],
  ['many rows', `<table>${'<tr><td>row<td>row'.repeat(1_500)}</table>`],
  ['no end', '<p>x<plaintext>y'],
  ['nothing', ''],
  [
    'an image',
    '<img src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 height=%229%22/%3E">',
  ],
  [
    'a transition',
    '<style>p { transition: all 9s } @media print { p { color: red } }</style><p contenteditable>x',
  ],
] as const;

test.each(typical(STYLED, 2))(
  'the next document looks the same, without clearing, after one with %s',
  LONG,
  async (_, html) => {
    const { clearings, replaced } = await watchPages(async () => {
      expect(await printProbesAfter(html)).toEqual(onBlankPages);
    });
    expect(clearings).toBe(0);
    expect(replaced).toBe(PROBES.length);
  },
);

test.each(
  typical(
    [
      ['a script', '<p>x<script>globalThis.left = 1</script>', {}],
      ['more than 30,000 characters', '<p>x'.repeat(8_000), {}],
      ['colours of links', '<body link="red" vlink="lime" alink="blue"><p>x', {}],
      ['a language of HTTP', '<meta http-equiv="content-language" content="ar"><p>x', {}],
      ['a policy', '<meta http-equiv="Content-Security-Policy" content="style-src \'none\'"><p>x', {}],
      ['a scheme in its head', '<meta name="color-scheme" content="dark"><p>x', {}],
      ['a base', '<base href="https://example.com/folder/"><p>x', {}],
      ['a named style sheet', '<style title="one">p { color: red }</style><p>x', {}],
      ['a report', '<p>x', { report: true }],
      ['a condition', '<p>x', { waitForSelector: 'p' }],
      ['a height of its own', '<p>x', { fitHeight: true }],
      [
        'a watermark of its own',
        '<p>x',
        { finish: { metadata: null, attachments: [], watermark: draftMark(), encryption: null } },
      ],
    ] as const,
    3,
  ),
)('the next document looks the same, after clearing, after one with %s', LONG, async (_, html, changes) => {
  const { replaced } = await watchPages(async () => {
    expect(await printProbesAfter(html, changes)).toEqual(onBlankPages);
  });
  expect(replaced).toBe(0);
});

test.each(
  typical(
    [
      ['the only page', 0],
      ['another page than its document', 2],
    ],
    1,
  ),
)('bands have %s, which is cleared after them', LONG, async (_, ready) => {
  const own = await openWatchedPool(printer, { ready, concurrent: 1 });
  try {
    own.sent.length = 0;
    await print('<p>x', { header: bandOf('<p>header') }, { pool: own.pool });
    await own.atRest();
    const pagesWith = (isWanted: (command: SentCommand) => boolean) =>
      own.sent.filter(isWanted).map(({ page }) => page);
    const withDocument = pagesWith(({ parameters }) => 'html' in parameters && parameters.html === '<p>x');
    const withBands = pagesWith(({ parameters }) =>
      Object.values(parameters).some((value) => value === BANDS_DOCUMENT || value === BANDS_DOCUMENT_URL),
    );
    const cleared = pagesWith(
      ({ method, parameters }) =>
        method === 'Page.navigate' && 'url' in parameters && parameters.url === 'about:blank',
    );
    expect(withBands[0] === withDocument[0]).toBe(ready === 0);
    expect(withBands).toHaveLength(1);
    expect(cleared).toEqual(withBands);
    for (const [index, [html, changes]] of PROBES.entries())
      expect(await print(html, changes, { pool: own.pool })).toBe(onBlankPages[index]);
  } finally {
    own.pool.close();
  }
});

variation('a page is cleared after a document that used the network', async () => {
  const { replaced } = await watchPages(async () => {
    expect(await printProbesAfter(`<img src="${server.url('/image')}">`)).toEqual(onBlankPages);
  });
  expect(replaced).toBe(0);
});

test('a document with scripts gets a page that is clear', async () => {
  await print('<p>x');
  pages.sent.length = 0;
  await print('<p>x<script>0</script>');
  const commands = pages.methods().filter((method) => /navigate|setDocumentContent|printToPDF/.test(method));
  expect(commands).toEqual(['Page.navigate', 'Page.setDocumentContent', 'Page.printToPDF']);
});
