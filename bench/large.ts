import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANS, type PlanId } from '../schema/plans.ts';
import { descendants } from '../scripts/process-tree.ts';
import { type Service, startService } from '../scripts/service.ts';
import { filledWith, picture } from '../test/support/large-html.ts';
import { type Answered, askForPdf, openWorkspace } from './client.ts';
import { table } from './measure.ts';
import { memoryOf, peaksMb } from './peaks.ts';
import { INSPECTOR_LEFT_ALONE, openWorkerIsolate, type WorkerIsolate } from './worker-isolate.ts';

/** What is under a limit by so much is as large as it gets: the rest is for the document's own frame. */
const FULL = 0.98;

const ROW = '<tr><td>2026-11-20<td>Item of a statement that goes on and on<td>1,250.00</tr>';
const TABLE = `<table>${ROW.repeat(450)}</table>`;

const room = (plan: PlanId): number => PLANS[plan].maxHtmlBytes * FULL;

interface Case {
  readonly what: string;
  readonly plan: PlanId;
  readonly html: () => string;
}

const pictures = (plan: PlanId): Case => ({
  what: 'pictures as data URIs',
  plan,
  html: () => filledWith(picture, room(plan)),
});

const comments = (plan: PlanId): Case => ({
  what: 'nothing but comments',
  plan,
  html: () => `<p>large<!--${'x'.repeat(room(plan))}-->`,
});

/** Chromium's time grows faster than its pages: the largest of these are more than it can print. */
const rows = (plan: PlanId): Case => ({
  what: 'rows, in tables of 450',
  plan,
  html: () => filledWith(() => TABLE, room(plan)),
});

const CASES: readonly Case[] = [
  rows('growth'),
  pictures('scale'),
  comments('scale'),
  rows('scale'),
  pictures('scale-enterprise'),
  comments('scale-enterprise'),
  rows('scale-enterprise'),
];

/** Documents as large as a plan allows, through the whole service: what comes of them, when, and at what price. */
export async function benchLarge(): Promise<string> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const service = await startService({
    stateDir,
    port: 0,
    renderer: 'container',
    env: INSPECTOR_LEFT_ALONE,
    onError: (line) => console.error(line),
  });
  try {
    const isolate = await openWorkerIsolate(service.pid);
    const lines: string[][] = [];
    for (const one of CASES) lines.push(await measured(service, isolate, one));
    isolate.close();
    return report(lines);
  } finally {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function measured(service: Service, isolate: WorkerIsolate, { what, plan, html }: Case) {
  const { key } = await openWorkspace(service, plan);
  const body = new Blob([JSON.stringify({ htmlContent: html() })]);
  const renderer = service.rendererPid ?? 0;
  const gauges = {
    isolate: isolate.usedMb,
    workerd: memoryOf(() => [isolate.pid]),
    renderer: memoryOf(() => [renderer]),
    chromium: memoryOf(() => descendants(renderer)),
  };
  let answered: Answered | null = null;
  const started = performance.now();
  const peaks = await peaksMb(gauges, async () => {
    answered = await askForPdf(service, key, body);
  });
  const seconds = (performance.now() - started) / 1000;
  return [
    `${(body.size / 1e6).toFixed(0)} MB on ${plan}: ${what}`,
    outcome(answered),
    `${seconds.toFixed(1)} s`,
    ...Object.values(peaks).map((mb) => `${Math.round(mb)} MB`),
  ];
}

const outcome = (answered: Answered | null): string =>
  answered?.code ?? `a PDF of ${((answered?.pdfBytes ?? 0) / 1e6).toFixed(1)} MB`;

const report = (lines: readonly (readonly string[])[]): string => `## Large documents

One request at a time, through the service and the container beside it, on one machine. Peaks of memory: the Worker's
isolate (its heap and buffers), workerd with its emulated bindings, the renderer's Node, and all processes of its Chromium.

${table([['Request', 'Answer', 'Time', 'Isolate', 'workerd', 'Renderer', 'Chromium'], ...lines])}`;
