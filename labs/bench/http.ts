import type { Service } from '../../scripts/local/service.ts';
import { type Baselines, openBaselines } from './baselines.ts';
import { type Client, openClient, withService } from './client.ts';
import { type Emulation, startEmulation } from './emulation.ts';
import {
  MEASUREMENTS,
  measureMedians,
  median,
  milliseconds,
  perSecond,
  race,
  ratio,
  table,
  target,
} from './measure.ts';
import { CpuMeter, PROCESS_KINDS } from './process-cpu.ts';
import { type Workload, WORKLOADS } from './workloads.ts';

const WARM_UP = 15;

interface Case {
  readonly what: string;
  readonly workload: Workload;
  readonly idleMs: number;
  readonly rounds: number;
  /** The service's median may be at most this many times that of the reused tab: decision 26. */
  readonly atMost: number;
}

const CASES: readonly Case[] = [
  { what: 'an invoice of one page', workload: WORKLOADS.W1, idleMs: 250, rounds: 120, atMost: 1.3 },
  {
    what: 'the same with a script, which takes no shortcut',
    workload: WORKLOADS.SCRIPTED,
    idleMs: 250,
    rounds: 120,
    atMost: 1.45,
  },
  { what: 'the invoice after ten seconds', workload: WORKLOADS.W1, idleMs: 10_000, rounds: 15, atMost: 1.5 },
  {
    what: '100 rows, logo, web font, header and footer',
    workload: WORKLOADS.W2,
    idleMs: 250,
    rounds: 40,
    atMost: 1.1,
  },
  { what: 'a template with 1,000 rows', workload: WORKLOADS.W5, idleMs: 250, rounds: 25, atMost: 1 },
];

/** The time of the fresh context in which the service prints the small invoice, at most. */
const FRESH_CONTEXT_TARGET = 0.4;

/** The fewest PDFs a second, compared with as many reused tabs. */
const THROUGHPUT_TARGET = { shortcuts: 0.75, general: 0.6 } as const;

/** The fewest PDFs a second of eight workspaces, compared with one workspace. */
const EIGHT_WORKSPACES_TARGET = 0.8;

const CLIENTS = 8;
const PDFS = { floor: 240, service: 200 } as const;

/** The whole service, over HTTP, beside a Chromium with nothing around it. */
export const benchHttp = (): Promise<string> =>
  withService({}, async (service) => {
    const baselines = await openBaselines();
    const emulation = await startEmulation();
    try {
      const client = await openClient(service, WORKLOADS.W1);
      return [
        '## The service over HTTP',
        `The service is \`npm start\`. The baseline is Chromium without a service and without isolation: one tab, which
gets one document after the other and is never cleared. It prints header and footer itself. Each waits before each print, and each round runs all of them once. The PDF is the
answer. Medians.
Compare the ratios, because milliseconds depend on the machine.

The emulation alone is a Worker without Platen, with the same emulated platform: it reserves a credit, stores a file as large as the
invoice, and spends the credit. On Cloudflare, the platform has another time. The last column compares the service with the tab and the emulation together.`,
        await latency(service, baselines, emulation),
        await freshContext(client, baselines),
        'Phases of the service, from `Server-Timing` (medians):',
        phases(client),
        `PDFs a second with ${CLIENTS} clients, each of which sends its next request after the answer. The baseline is
${CLIENTS} tabs, each used for all prints of its client.`,
        await throughput(service, client, baselines),
      ].join('\n\n');
    } finally {
      await Promise.all([baselines.close(), emulation.close()]);
    }
  });

async function latency(service: Service, baselines: Baselines, emulation: Emulation): Promise<string> {
  const rows = [
    [
      'Document',
      'Idle before',
      'Reused tab',
      'Service',
      'Ratio',
      'Target',
      'Emulation alone',
      'Ratio to both',
    ],
  ];
  for (const { what, workload, idleMs, rounds, atMost } of CASES) {
    const client = await openClient(service, workload);
    const times = await race(
      {
        ours: client.generate,
        tab: () => baselines.reusedTab(workload.html, workload.bands),
        platform: emulation.request,
      },
      { rounds, warmUp: WARM_UP, idleMs },
    );
    const medianOf = (one: string) => median(times[one] ?? []);
    const [own, floor, platform] = [medianOf('ours'), medianOf('tab'), medianOf('platform')];
    const idle = `${idleMs / 1_000} s`;
    const goal = target(own / floor, { atMost });
    rows.push([
      what,
      idle,
      milliseconds(floor),
      milliseconds(own),
      ratio(own / floor),
      goal,
      milliseconds(platform),
      ratio(own / (floor + platform)),
    ]);
  }
  return table(rows);
}

async function freshContext(client: Client, baselines: Baselines): Promise<string> {
  const { ours = [], fresh = [] } = await race(
    { ours: client.generate, fresh: () => baselines.freshContext(WORKLOADS.W1.html) },
    { rounds: 60, warmUp: WARM_UP },
  );
  const share = median(ours) / median(fresh);
  return `A browser context for each PDF isolates documents too, as most services do. The service takes ${ratio(share)} times as
long as that for the invoice (target: ${target(share, { atMost: FRESH_CONTEXT_TARGET })}).`;
}

const phases = (client: Client): string =>
  table([
    [...client.phases.keys()],
    [...client.phases.values()].map((durations) => milliseconds(median(durations.slice(WARM_UP)))),
  ]);

async function throughput(service: Service, one: Client, baselines: Baselines): Promise<string> {
  const tabs = await baselines.reusedTabs(CLIENTS);
  const eight = await Promise.all(Array.from({ length: CLIENTS }, () => openClient(service, WORKLOADS.W1)));
  const { html } = WORKLOADS.W1;
  const print = (client: number) => tabs[client]?.(html) ?? Promise.reject(new Error('no tab'));
  const floorCpu = new CpuMeter(() => [baselines.pid]);
  const ownCpu = new CpuMeter(() => [service.pid]);
  const general = await openClient(service, WORKLOADS.SCRIPTED);
  const [floor = 0, scripted = 0, single = 0, several = 0] = await measureMedians([
    () => floorCpu.measure(() => perSecond(CLIENTS, PDFS.floor, print)),
    () => perSecond(CLIENTS, PDFS.service, general.generate),
    async () => {
      // 60 first, because the other workspaces have taken the pages that this one used before.
      await perSecond(CLIENTS, 60, one.generate);
      return ownCpu.measure(() => perSecond(CLIENTS, PDFS.service, one.generate));
    },
    () => perSecond(CLIENTS, PDFS.service, (client) => eight[client]?.generate() ?? Promise.resolve()),
  ]);
  const row = (what: string, value: number, compared: number, atLeast: number) => [
    what,
    `${value.toFixed(0)}/s`,
    ratio(value / compared),
    target(value / compared, { atLeast }),
  ];
  return `${table([
    ['Method', 'PDFs', 'Ratio', 'Target'],
    ['reused tabs', `${floor.toFixed(0)}/s`, '', ''],
    row('service, one workspace', single, floor, THROUGHPUT_TARGET.shortcuts),
    row('the same with a script', scripted, floor, THROUGHPUT_TARGET.general),
    row('eight workspaces, to one', several, single, EIGHT_WORKSPACES_TARGET),
  ])}

CPU of each PDF in these runs, with one workspace, in milliseconds. Chromium's pages take less than the tabs, because the invoice has
no layout for the screen ([why](decisions/0068-no-screen-layout.md)) and leaves nothing that must be
cleared ([why](decisions/0070-pages-not-cleared.md)). workerd runs the Worker, whose parts are in
[CPU of the Worker](#cpu-of-the-worker), and also the emulated R2, D1 and Durable Objects with their SQLite and files, and the
connection to Chromium. Node runs Miniflare.

${cpuTable(floorCpu, ownCpu)}`;
}

function cpuTable(floor: CpuMeter, own: CpuMeter): string {
  const perPdf = PROCESS_KINDS.map((kind) => ({
    kind,
    floor: floor.ms(kind) / (PDFS.floor * MEASUREMENTS),
    own: own.ms(kind) / (PDFS.service * MEASUREMENTS),
  }));
  const sum = (side: 'floor' | 'own') => perPdf.reduce((total, row) => total + row[side], 0);
  return table([
    ['Process', 'Reused tabs', 'Service', 'More'],
    ...[...perPdf, { kind: 'all', floor: sum('floor'), own: sum('own') }].map((row) => [
      row.kind,
      row.floor.toFixed(1),
      row.own.toFixed(1),
      (row.own - row.floor).toFixed(1),
    ]),
  ]);
}
