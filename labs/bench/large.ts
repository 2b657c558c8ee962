import { PLANS, type PlanId } from '../../schema/plans.ts';
import { descendants } from '../../scripts/local/process-tree.ts';
import type { Service } from '../../scripts/local/service.ts';
import { fillDocument, picture } from '../../test/support/large-html.ts';
import { openWorkspace, type PdfAnswer, requestPdf, withService } from './client.ts';
import { table } from './measure.ts';
import { measurePeaksMb, memoryGauge } from './peaks.ts';
import { openWorkerIsolate, type WorkerIsolate } from './worker-isolate.ts';

/** The content may use this part of the limit. The rest is for the document around it. */
const CONTENT_SHARE = 0.98;

const ROW = '<tr><td>2026-11-20<td>Item of a statement that goes on and on<td>1,250.00</tr>';
const TABLE = `<table>${ROW.repeat(450)}</table>`;

const contentBytes = (plan: PlanId): number => PLANS[plan].maxHtmlBytes * CONTENT_SHARE;

interface Case {
  readonly what: string;
  readonly plan: PlanId;
  readonly html: () => string;
}

const pictures = (plan: PlanId): Case => ({
  what: 'pictures as data URIs',
  plan,
  html: () => fillDocument(picture, contentBytes(plan)),
});

const comments = (plan: PlanId): Case => ({
  what: 'nothing but comments',
  plan,
  html: () => `<p>large<!--${'x'.repeat(contentBytes(plan))}-->`,
});

/** Chromium's time grows faster than the number of pages. It cannot print the largest of these. */
const rows = (plan: PlanId): Case => ({
  what: 'rows, in tables of 450',
  plan,
  html: () => fillDocument(() => TABLE, contentBytes(plan)),
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

/** Sends documents of a plan's maximum size through the whole service. Reports answer, time and memory. */
export function benchLarge(): Promise<string> {
  return withService({ renderer: 'container', inspector: true }, async (service) => {
    const isolate = await openWorkerIsolate(service.pid);
    const lines: string[][] = [];
    for (const document of CASES) lines.push(await measure(service, isolate, document));
    isolate.close();
    return report(lines);
  });
}

async function measure(service: Service, isolate: WorkerIsolate, { what, plan, html }: Case) {
  const { key } = await openWorkspace(service, plan);
  const body = new Blob([JSON.stringify({ htmlContent: html() })]);
  const renderer = service.rendererPid ?? 0;
  const gauges = {
    isolate: isolate.usedMb,
    workerd: memoryGauge(() => [isolate.pid]),
    renderer: memoryGauge(() => [renderer]),
    chromium: memoryGauge(() => descendants(renderer)),
  };
  let answer: PdfAnswer | null = null;
  const started = performance.now();
  const peaks = await measurePeaksMb(gauges, async () => {
    answer = await requestPdf(service, key, body);
  });
  const seconds = (performance.now() - started) / 1000;
  return [
    `${(body.size / 1e6).toFixed(0)} MB on ${plan}: ${what}`,
    outcome(answer),
    `${seconds.toFixed(1)} s`,
    ...Object.values(peaks).map((mb) => `${Math.round(mb)} MB`),
  ];
}

const outcome = (answer: PdfAnswer | null): string =>
  answer?.code ?? `PDF of ${((answer?.pdfBytes ?? 0) / 1e6).toFixed(1)} MB`;

const report = (lines: readonly (readonly string[])[]): string => `## Large documents

One request at a time, through the service and its container on one machine. The last four columns are peaks of memory:
the Worker's isolate (heap and buffers), workerd with its emulated bindings, the renderer's Node process, and all
processes of its Chromium.

${table([['Request', 'Answer', 'Time', 'Isolate', 'workerd', 'Renderer', 'Chromium'], ...lines])}`;
