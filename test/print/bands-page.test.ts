import { expect, test } from 'vitest';
import { type PrintJob, readWhole } from '@platen/pdf';
import { type PagePool, printInPool } from '@platen/print-engine';
import { WARM_UP_DOCUMENT } from '../../packages/print-engine/in-page/expressions.ts';
import { bandOf, jobOf, pagesOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool, type SentCommand } from './support/watched-pool.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const server = useWebServer((_request, response) => {
  setTimeout(() => response.writeHead(200, { 'content-type': 'text/javascript' }).end(), 300);
});

const WITH_BANDS = {
  header: bandOf('<style>b { color: #c00 } @page { size: A6 }</style><b>header</b> <i class="title"></i>'),
  footer: bandOf('<span class="pageNumber"></span> of <span class="totalPages"></span>'),
};
/** With a script, it is not printed early, and never twice. */
const JOB = jobOf(`<title>A title</title><script>0</script>${pagesOf(3)}`, WITH_BANDS);

const print = async (pool: PagePool, job: PrintJob, workspaceId = 'ws_one'): Promise<Uint8Array> =>
  readWhole((await printInPool(pool, job, limitsOf({ workspaceId }))).pdf);

/** Each file has its own date and identifier. */
const withoutDates = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:[^)]*\)|\/ID ?\[[^\]]*\]/g, '');

/** Without the pages that the pool opens after a print. It loads a document of its own there. */
function countPagesOfJob(sent: readonly SentCommand[]): number {
  const loads = sent.filter(
    ({ method, parameters }) =>
      method === 'Page.setDocumentContent' && !('html' in parameters && parameters.html === WARM_UP_DOCUMENT),
  );
  return new Set(loads.map(({ page }) => page)).size;
}

/** What a document makes of the page that it gets. */
const RUNS_SCRIPTS = jobOf('<p><script>document.write("a script ran")</script>');

test('the bands load in a page of their own while the document does, and are the same as in its page', async () => {
  const { pool, sent, methods } = await openWatchedPool(printer);
  sent.length = 0;
  const own = await print(pool, JOB);
  expect(countPagesOfJob(sent)).toBe(2);
  const afterDocument = methods().slice(methods().indexOf('Page.printToPDF'));
  const waited = afterDocument.filter((method) => method !== 'IO.close' && method !== 'Page.navigate');
  expect(waited.slice(0, 5)).toEqual([
    'Page.printToPDF',
    'IO.read',
    'Runtime.evaluate',
    'Page.printToPDF',
    'IO.read',
  ]);
  const single = await openWatchedPool(printer, { ready: 1, concurrent: 1 });
  single.sent.length = 0;
  const shared = await print(single.pool, JOB);
  expect(countPagesOfJob(single.sent)).toBe(1);
  expect(withoutDates(own)).toBe(withoutDates(shared));
  expect(await (await openPdf(own)).text(2)).toContain('2 of 3');
  pool.close();
  single.pool.close();
});

variation(
  'the sheets of the last document are printed ahead, and used only by a document that needs the same',
  async () => {
    const { pool, sent, methods, atRest } = await openWatchedPool(printer);
    const printsOf = async (pages: number, title: string): Promise<number> => {
      await atRest();
      sent.length = 0;
      // With a script, the document is not printed early, and never twice.
      const html = `<title>${title}</title><script>0</script>${pagesOf(pages)}`;
      const document = await openPdf(await print(pool, jobOf(html, WITH_BANDS)));
      const text = await document.text(2);
      expect(text).toContain(`header ${title}`);
      expect(text).toContain(`2 of ${pages}`);
      return methods().filter((method) => method === 'Page.printToPDF').length;
    };
    const counts: number[] = [];
    // On a slow machine, a page may be closed before its next job: then nothing is expected.
    for (let pages = 2; pages <= 12 && !counts.includes(3); pages += 1) {
      await printsOf(pages, 'One');
      expect(await printsOf(pages, 'One')).toBe(2);
      counts.push(await printsOf(pages, 'Two'));
    }
    expect(counts).toContain(3);
    pool.close();
  },
);

test('jobs that print at the same time have one page each', async () => {
  const { pool, sent } = await openWatchedPool(printer);
  sent.length = 0;
  await Promise.all([print(pool, JOB), print(pool, JOB)]);
  const bands = sent.filter(
    ({ method, parameters }) => method === 'Page.navigate' && JSON.stringify(parameters).includes('data:'),
  );
  expect(bands).toHaveLength(2);
  pool.close();
});

test('a page that had bands is clear for the next document, and serves no other workspace', async () => {
  const { pool, sent, atRest } = await openWatchedPool(printer);
  const pagesOfJobs = async (workspaceId: string, jobs: readonly PrintJob[]): Promise<Set<unknown>> => {
    sent.length = 0;
    const pdfs = await Promise.all(jobs.map((job) => print(pool, job, workspaceId)));
    const pages = sent.filter(({ method }) => method === 'Page.setDocumentContent').map(({ page }) => page);
    for (const pdf of jobs[0] === RUNS_SCRIPTS ? pdfs : [])
      expect(await (await openPdf(pdf)).text(1)).toContain('a script ran');
    return new Set(pages);
  };
  const first = await pagesOfJobs('ws_one', [JOB]);
  expect(first.size).toBe(2);
  const other = await pagesOfJobs('ws_two', [RUNS_SCRIPTS, RUNS_SCRIPTS]);
  expect(other.intersection(first).size).toBe(0);
  await atRest();
  await pagesOfJobs('ws_one', [JOB]);
  const next = await pagesOfJobs('ws_one', [RUNS_SCRIPTS, RUNS_SCRIPTS]);
  expect(next.size).toBe(2);
  pool.close();
});

test.each(typical([1, 2], 1))(
  'the bands wait for a page that is parsed slowly, with %i ready',
  LONG,
  async (ready) => {
    // The command ends, and then the parser waits for the script.
    const slow = `<!doctype html><script src="${server.url('/slow.js')}"></script>`;
    const { pool } = await openWatchedPool(printer, {
      ready,
      concurrent: 1,
      change: ({ method, parameters }) => {
        const text = JSON.stringify(parameters);
        if (method === 'Page.navigate' && text.includes('data:'))
          return { ...parameters, url: `data:text/html,${slow}` };
        return text.includes('Content-Security-Policy') && method === 'Page.setDocumentContent'
          ? { ...parameters, html: slow }
          : parameters;
      },
    });
    const document = await openPdf(await print(pool, JOB));
    expect(await document.text(3)).toContain('3 of 3');
    pool.close();
  },
);
