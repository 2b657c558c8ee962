import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RenderFailure } from '@platen/print-engine';
import { descendants } from '../../../scripts/local/process-tree.ts';
import { eventually } from '../../support/eventually.ts';
import { readText, type TestRenderer, useRenderer } from './renderer.ts';

const script = (code: string): string => `<p>x<script>${code}</script>`;

/** Each page tries to run on after its job, to use up the machine, or to disturb the next job. */
export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  'a script that never ends': script('for (;;) {}'),
  'promises that never end': script('(async () => { for (;;) await 0 })()'),
  'timers that never end': script('const again = () => { setTimeout(again); setTimeout(again) }; again()'),
  'a fork of workers': script(`
    const fork = 'for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob([self.fork || ""]))); for (;;) {}';
    for (let i = 0; i < 64; i++) new Worker(URL.createObjectURL(new Blob([fork])))`),
  'a fork of frames': script(`
    const fork = () => { for (let i = 0; i < 9; i++) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>for(;;){}<' + '/script>' })) };
    fork()`),
  'four gigabytes of array buffers': script(`
    const held = []; for (let i = 0; i < 64; i++) held.push(new Uint8Array(64 * 2 ** 20).fill(i))`),
  'four gigabytes of objects': script('const held = []; for (;;) held.push(new Array(1000).fill({}))'),
  'four gigabytes of text': script(
    "let text = 'x'; const held = []; for (;;) { held.push(text += text.slice(0, 2 ** 24)) }",
  ),
  'an allocation that kills the process': script(`
    const held = []; for (;;) held.push(new ArrayBuffer(2 ** 30), new Uint8Array(2 ** 29).fill(1))`),
  'canvases without end': script(`
    const held = []; for (;;) { const c = document.createElement('canvas'); c.width = c.height = 8000; c.getContext('2d').fillRect(0, 0, 8000, 8000); held.push(c) }`),
  'a million nodes': script(`
    const all = document.createDocumentFragment(); for (let i = 0; i < 1e6; i++) all.append(document.createElement('b')); document.body.append(all)`),
  'elements nested a hundred thousand deep': `<div>${'<div>'.repeat(100_000)}`,
  'windows without end': script("for (let i = 0; i < 1000; i++) window.open('about:blank#' + i)"),
  'windows that open windows': script(
    "setInterval(() => open('javascript:setInterval(() => open(location.href))'), 0)",
  ),
  'dialogs without end': script("for (;;) { alert('x'); confirm('x'); prompt('x') }"),
  'a page that will not be left': script(
    "onbeforeunload = (event) => { event.preventDefault(); return 'stay' }; setTimeout(() => location.reload())",
  ),
  'reloads without end': script('location.reload()'),
  'new locations without end': script(
    "let i = 0; setInterval(() => { location.href = 'data:text/html,' + i++ }, 0)",
  ),
  'history without end': script(
    "for (let i = 0; i < 1e6; i++) { try { history.pushState(i, '', '#' + i) } catch {} }",
  ),
  'a print from script': script('print(); onafterprint = () => print(); setInterval(print, 1)'),
  'downloads without end': script(`
    for (let i = 0; i < 200; i++) { const a = document.createElement('a'); a.download = 'x' + i; a.href = 'data:application/octet-stream,x'; a.click() }`),
  'permission prompts': script(`
    navigator.geolocation.getCurrentPosition(() => {}); Notification?.requestPermission();
    navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {});
    navigator.clipboard?.readText().catch(() => {}); document.documentElement.requestFullscreen?.().catch(() => {})`),
  'a debugger': script('for (;;) { debugger }'),
  'a document that reopens itself': script(
    "setInterval(() => { document.open(); document.write('<p>y'); }, 0)",
  ),
  'a close from script': script('window.close(); self.close()'),
  'a tab that is crashed by its address': script(
    "location.href = 'chrome://crash'; location.href = 'about:crash'; location.href = 'chrome://kill'",
  ),
  'shared memory and spinning workers': script(`
    for (let i = 0; i < 16; i++) new Worker(URL.createObjectURL(new Blob(['for (;;) Math.random()'])))`),
  'a style that is costly to match': `<style>${':has(*) '.repeat(200)} p { color: red }</style>${'<p>x'.repeat(20_000)}`,
  'a request body of 230 MiB': script(
    "fetch('http://public.dev/', { method: 'POST', body: 'x'.repeat(230 * 2 ** 20) }).catch(() => {})",
  ),
  'request bodies without end': script(`
    const body = 'x'.repeat(40 * 2 ** 20);
    setInterval(() => fetch('http://public.dev/', { method: 'POST', body }).catch(() => {}), 10)`),
  'a frame of 40 MiB by its address': script(`
    const f = document.createElement('iframe'); f.src = 'data:text/plain,' + 'x'.repeat(40 * 2 ** 20); document.body.append(f)`),
  'an expression that is costly to match': script("/^(a+)+$/.test('a'.repeat(40) + 'b')"),
};

/** One of each kind: scripts, threads, elements, windows, a lost process, bodies. `memory.test.ts` has pages that fill memory. */
export const TYPICAL_PAGES: readonly string[] = [
  'promises that never end',
  'a fork of workers',
  'elements nested a hundred thousand deep',
  'windows without end',
  'a tab that is crashed by its address',
  'request bodies without end',
];

const TIMEOUT_MS = 3_000;

/** Some pages use every processor until they are ended, and a busy machine has few. Nothing else ends them. */
const SLOWNESS = 10;

/** Small limits: a page that takes all memory fails before it affects the machine. */
export const useSmallRenderer = (): TestRenderer =>
  useRenderer(() => ({ MAX_PROCESS_MIB: 1_024, CONCURRENT_JOBS: 2, QUEUED_JOBS: 8 }));

/** Prints each of the pages, and then looks at what they have left. */
export function testHostilePages(renderer: TestRenderer, names: readonly string[]): void {
  test.each(names)('%s ends in a PDF or a typed error in time, and the next job prints', async (name) => {
    const outcome = await endsInTime(renderer, HOSTILE_PAGES[name] ?? '', TIMEOUT_MS, SLOWNESS);
    if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(RenderFailure);
  });

  test('leaves no memory, process or file behind', async () => {
    await renderer.print('<p>last');
    await eventually(() => expect(browserBytes(renderer)).toBeLessThan(400 * 2 ** 20));
    await eventually(() => {
      const processes = renderer.running.pool.pids.flatMap((pid) => descendants(pid));
      expect(processes.length).toBeLessThan(16);
    });
    expect(renderer.running.pool.load).toBe(0);
    expect(readdirSync('.').filter((name) => /^x\d+$/.test(name))).toEqual([]);
  });
}

/** The number of pages, or the error. @param slowness the most time the print may take, as a multiple of its limit */
export async function endsInTime(
  renderer: TestRenderer,
  html: string,
  timeoutMs: number,
  slowness: number,
): Promise<unknown> {
  const startedAt = Date.now();
  const outcome = await renderer.print(html, {}, timeoutMs).then(
    ({ report }) => report.pageCount,
    (error: unknown) => error,
  );
  expect(Date.now() - startedAt).toBeLessThan(slowness * timeoutMs);
  expect(await readText(await renderer.print('<p>next', {}, SLOWNESS * TIMEOUT_MS))).toBe('next');
  return outcome;
}

/** Unshared memory of the browser's processes, in bytes. */
function browserBytes(renderer: TestRenderer): number {
  const pids = renderer.running.pool.pids.flatMap((pid) => [pid, ...descendants(pid)]);
  return pids.reduce((sum, pid) => sum + ownBytes(pid), 0);
}

function ownBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
