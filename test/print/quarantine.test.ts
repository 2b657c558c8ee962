import { afterEach, expect, test, vi } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import {
  type Connection,
  type PagePrint,
  PrintFailed,
  RendererUnavailable,
  UnprintableJob,
} from '@platen/print-engine';
import { BrowserSupervisor } from '../../renderer/browser-supervisor.ts';
import type { LaunchedBrowser } from '../../renderer/supervised-browser.ts';
import { type ChromiumProcess, startChromium } from '../../scripts/local/chromium-process.ts';
import { jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf } from './support/printer.ts';
import { eventually } from '../support/eventually.ts';
import { variation } from '../support/thorough.ts';

const KILLER = '<p>ends its browser';

/** Documents that each browser got, by browser in order of launch. */
const printed: string[][] = [];
const running: ChromiumProcess[] = [];

type Listener = Parameters<Connection['listen']>[1];

interface Fate {
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The browser says that the page has crashed. After a real crash, Chromium sometimes ends too. */
  readonly losePage: () => void;
}

/** Happens when a browser gets a document, before it prints. */
type OnDocument = (html: string, fate: Fate) => void;

const endAtKiller: OnDocument = (html, { kill }) => {
  if (html === KILLER) kill('SIGKILL');
};

const hangAtKiller: OnDocument = (html, { kill }) => {
  if (html === KILLER) kill('SIGSTOP');
};

async function launch(onDocument: OnDocument = endAtKiller): Promise<LaunchedBrowser> {
  const chromium = await startChromium();
  running.push(chromium);
  const documents: string[] = [];
  printed.push(documents);
  const connection = await chromium.connect();
  const send = connection.send.bind(connection);
  const listen = connection.listen.bind(connection);
  const listeners = new Map<string | undefined, Listener>();
  vi.spyOn(connection, 'listen').mockImplementation((sessionId, listener) => {
    listeners.set(sessionId, listener);
    listen(sessionId, listener);
  });
  vi.spyOn(connection, 'send').mockImplementation((method, parameters, timeoutMs, sessionId) => {
    if (method === 'Page.setDocumentContent' && 'html' in parameters) {
      const html = String(parameters.html);
      documents.push(html);
      onDocument(html, {
        kill: (signal) => process.kill(chromium.pid, signal),
        losePage: () => {
          const listener = listeners.get(sessionId);
          listener?.({ method: 'Inspector.targetCrashed', params: {}, sessionId });
        },
      });
    }
    return send(method, parameters, timeoutMs, sessionId);
  });
  return { connection, end: () => chromium.stop() };
}

function supervise(start: () => Promise<LaunchedBrowser> = () => launch()): BrowserSupervisor {
  const pages = { ready: 1, concurrent: 4 };
  const wear = { jobs: 1_000, bytes: Number.POSITIVE_INFINITY };
  return new BrowserSupervisor({ launch: start, pages, wear, relaunchAfterMs: null });
}

const isJob = (html: string): boolean => html.startsWith('<p>');

async function textOf({ pdf }: PagePrint): Promise<string> {
  return (await openPdf(await pdf.read(0, pdf.sizeBytes))).text(1);
}

const slowJob = (name: string): PrintJob =>
  jobOf(
    `<p>${name}<script>setTimeout(() => document.body.append(document.createElement('hr')), 800)</script>`,
    {
      waitForSelector: 'hr',
    },
  );

afterEach(async () => {
  await Promise.all(running.splice(0).map((chromium) => chromium.stop()));
  printed.length = 0;
});

test('a job that ends its browser is tried once more, alone, and those beside it print', async () => {
  const supervisor = supervise();
  await supervisor.start();
  const innocent = ['one', 'two'].map((name) =>
    supervisor.print(slowJob(name), limitsOf({ workspaceId: `ws_${name}` })),
  );
  await eventually(() => expect(printed[0]?.filter(isJob)).toHaveLength(2));
  const killer = supervisor
    .print(jobOf(KILLER), limitsOf({ workspaceId: 'ws_killer' }))
    .catch((error) => error);

  expect(await Promise.all((await Promise.all(innocent)).map(textOf))).toEqual(['one', 'two']);
  const failure = await killer;
  expect(failure).toBeInstanceOf(PrintFailed);
  // Otherwise other renderers would try the job.
  expect(failure).not.toBeInstanceOf(RendererUnavailable);
  expect(printed.flat().filter((html) => html === KILLER)).toHaveLength(2);
  expect(await textOf(await supervisor.print(jobOf('<p>next'), limitsOf()))).toBe('next');
  await supervisor.close();
});

/** The style engine of Chromium reads them by calls of itself, until its stack is full. */
const DEEP = 100_000;

test.each([
  ['selectors', `${':is('.repeat(DEEP)}a${')'.repeat(DEEP)}{}`],
  ['rules', `${'a{'.repeat(DEEP)}color:red${'}'.repeat(DEEP)}`],
])('a document that ends the process of its page by deep %s is named after a second try', async (_, css) => {
  const supervisor = supervise();
  await supervisor.start();
  const html = `<p>deep<style>${css}</style>`;
  const failure = await supervisor.print(jobOf(html), limitsOf()).catch((error) => error);
  expect(failure).toBeInstanceOf(UnprintableJob);
  expect(failure.detail).toMatch(/^htmlContent: the document ends the browser's process of its page/);
  expect(failure.pageMs).toBeGreaterThan(0);
  expect(printed.map((documents) => documents.filter(isJob))).toEqual([[html, html]]);
  expect(await textOf(await supervisor.print(jobOf('<p>next'), limitsOf()))).toBe('next');
  await supervisor.close();
});

variation('a browser that hangs is noticed long before the deadline, and is replaced', async () => {
  const supervisor = supervise(() => launch(hangAtKiller));
  await supervisor.start();
  // Without a heartbeat, the test would end first.
  const limits = limitsOf({ deadline: Date.now() + 3_600_000 });
  await expect(supervisor.print(jobOf(KILLER), limits)).rejects.toThrow(
    'a browser was lost while it printed this job alone',
  );
  expect(await textOf(await supervisor.print(jobOf('<p>next'), limitsOf()))).toBe('next');
  await supervisor.close();
});

const FLOOD = "<p>flood<script>'holds up the main process'</script>";
const RUNS = '<p>runs<script>0</script>';
const STILL = '<p>still';

/** The main process of the browser does not answer for longer than a second, but lives. */
const pauseAtFlood: OnDocument = (html, { kill }) => {
  if (html !== FLOOD) return;
  kill('SIGSTOP');
  setTimeout(() => kill('SIGCONT'), 1_600);
};

test('a workspace that slows a browser down for a second prints apart from then on, but for documents in which nothing runs', async () => {
  const supervisor = supervise(() => launch(pauseAtFlood));
  await supervisor.start();
  /** Returns the index of the browser that got the document. */
  const print = async (html: string, workspaceId: string) => {
    const counts = printed.map(({ length }) => length);
    await supervisor.print(jobOf(html), limitsOf({ workspaceId }));
    return printed.findIndex((documents, index) => documents.lastIndexOf(html) >= (counts[index] ?? 0));
  };
  // On a busy machine, a pause does not count.
  for (let tries = 0; tries < 5 && printed.length < 2; tries += 1) {
    await print(FLOOD, 'ws_flood');
    await print(RUNS, 'ws_flood');
  }
  expect(printed).toHaveLength(2);
  expect(await print(RUNS, 'ws_other')).toBe(0);
  // It has run apart once without harm. The second time, this is not enough.
  expect(await print(FLOOD, 'ws_flood')).toBe(0);
  expect(await print(FLOOD, 'ws_flood')).toBe(1);
  expect(await print(RUNS, 'ws_flood')).toBe(1);
  expect(await print(RUNS, 'ws_flood')).toBe(1);
  expect(await print(STILL, 'ws_flood')).toBe(0);
  await supervisor.close();
});

variation('a job that lost its browser to another one does not wait for it again', async () => {
  const supervisor = supervise(() => launch(hangAtKiller));
  await supervisor.start();
  const ended: string[] = [];
  const end = (name: string) => () => void ended.push(name);
  const killer = supervisor.print(jobOf(KILLER), limitsOf({ workspaceId: 'ws_killer' }));
  const innocent = supervisor.print(slowJob('one'), limitsOf({ workspaceId: 'ws_one' }));
  await Promise.all([killer.catch(end('killer')), innocent.then(end('one'))]);
  expect(ended).toEqual(['one', 'killer']);
  await supervisor.close();
});

variation('the failure of a job that loses two browsers has the time of both', async () => {
  const supervisor = supervise(() => launch(hangAtKiller));
  await supervisor.start();
  const failure = await supervisor.print(jobOf(KILLER), limitsOf()).catch((error) => error);
  // A browser counts as lost after four whole intervals of 400 ms at least.
  expect(failure.pageMs).toBeGreaterThan(2 * 4 * 400);
  await supervisor.close();
});

test('a browser that loses a page before it ends: the job is printed in the next browser', async () => {
  let jobs = 0;
  const dies: OnDocument = (html, { losePage, kill }) => {
    if (!isJob(html)) return;
    jobs += 1;
    if (jobs === 1) losePage();
    if (jobs === 2) kill('SIGKILL');
  };
  const fates = [dies];
  const supervisor = supervise(() => launch(fates.shift()));
  await supervisor.start();
  expect(await textOf(await supervisor.print(jobOf('<p>kept'), limitsOf()))).toBe('kept');
  expect(printed.map((documents) => documents.filter(isJob))).toEqual([['<p>kept', '<p>kept'], ['<p>kept']]);
  await supervisor.close();
});

variation('the failure of a second try says that the first one has used a page', async () => {
  const starts = [() => launch(), () => Promise.reject(new RendererUnavailable('refused'))];
  const supervisor = supervise(() => starts.shift()?.() ?? launch());
  await supervisor.start();
  const failure = await supervisor.print(jobOf(KILLER), limitsOf()).catch((error) => error);
  expect(failure).toBeInstanceOf(RendererUnavailable);
  expect(failure.pageMs).toBeGreaterThan(0);
  await supervisor.close();
});
