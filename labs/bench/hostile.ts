import { setTimeout as delay } from 'node:timers/promises';
import { PLAN_IDS, type PlanId, PLANS, RATE_WINDOW_MS } from '../../schema/plans.ts';
import type { Service } from '../../scripts/local/service.ts';
import { ENDLESS_OUTPUT, ENDLESS_STEPS } from '../../test/support/hostile/loops-of-loops.ts';
import { openWorkspace, requestPdf, withService } from './client.ts';
import { median, table, target } from './measure.ts';

const LOOPS = [...ENDLESS_OUTPUT, ...ENDLESS_STEPS];

const bodyOf = ({ html, data }: (typeof LOOPS)[number]): string =>
  JSON.stringify({ htmlContent: html, templateData: data });

/** The rate of Free. */
const ATTACK_EVERY_MS = RATE_WINDOW_MS / PLANS.free.requestsPerMinute;
const ROUNDS = 5;

const MAX_SECONDS = 3;
const MAX_RATIO = 2;

/** A container reads a body of more than 4 MB. */
const NEIGHBOUR = JSON.stringify({
  htmlContent: '<table>{{#each rows}}<tr><td>{{number}}<td>{{name}}</tr>{{/each}}</table>',
  templateData: {
    rows: Array.from({ length: 2_000 }, (_, number) => ({ number, name: `Line ${number} of a statement` })),
    filler: 'x'.repeat(4_100_000),
  },
});

interface Timed {
  readonly ms: number;
  readonly code: string | null;
}

async function time(service: Service, key: string, body: string): Promise<Timed> {
  const startedAt = performance.now();
  const { code } = await requestPdf(service, key, body);
  return { ms: performance.now() - startedAt, code };
}

/** Measures the time of templates that loop, and of a neighbour's large document beside them. */
export function benchHostile(): Promise<string> {
  return withService({ renderer: 'container' }, async (service) => {
    // The first requests start threads and browsers.
    const { key } = await openWorkspace(service, 'growth');
    await time(service, key, NEIGHBOUR);
    const plans: string[][] = [];
    for (const plan of PLAN_IDS) plans.push(await measurePlan(service, plan));
    const neighbours = [];
    for (const attackers of [0, 1, 2]) {
      neighbours.push({ attackers, ms: await measureNeighbour(service, key, attackers) });
    }
    return report(plans, neighbours);
  });
}

async function measurePlan(service: Service, plan: PlanId): Promise<string[]> {
  const { key } = await openWorkspace(service, plan);
  const ends: Timed[] = [];
  for (const loop of LOOPS) ends.push(await time(service, key, bodyOf(loop)));
  const longest = Math.max(...ends.map(({ ms }) => ms)) / 1_000;
  const codes = [...new Set(ends.map(({ code }) => code ?? 'a PDF'))].join(', ');
  return [plan, codes, `${longest.toFixed(2)} s`, target(longest, { atMost: MAX_SECONDS })];
}

/** @param attackers workspaces on Free, which send as often as they may, whether they were answered or not */
async function measureNeighbour(service: Service, key: string, attackers: number): Promise<number> {
  const ending = new AbortController();
  const attack = async (): Promise<void> => {
    const { key: hostileKey } = await openWorkspace(service, 'free');
    const sent: Promise<unknown>[] = [];
    while (!ending.signal.aborted) {
      const loop = LOOPS[sent.length % LOOPS.length];
      if (loop !== undefined) sent.push(time(service, hostileKey, bodyOf(loop)));
      await delay(ATTACK_EVERY_MS);
    }
    await Promise.all(sent);
  };
  const attacking = Promise.all(Array.from({ length: attackers }, attack));
  await delay(ATTACK_EVERY_MS);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await time(service, key, NEIGHBOUR)).ms);
  ending.abort();
  await attacking;
  return median(times);
}

function report(
  plans: readonly string[][],
  neighbours: readonly { readonly attackers: number; readonly ms: number }[],
): string {
  const [alone] = neighbours;
  const rows = neighbours.map(({ attackers, ms }) => {
    const ratio = ms / (alone?.ms ?? ms);
    const met = attackers === 0 ? '' : target(ratio, { atMost: MAX_RATIO });
    return [String(attackers), `${(ms / 1_000).toFixed(2)} s`, ratio.toFixed(2), met];
  });
  return `## Hostile templates

The templates have some hundred bytes, and loop, double or write without end. The machine does nothing else.

${table([['Plan', 'Answers', 'The longest', 'Target, in seconds'], ...plans])}

A neighbour on Growth prints a document of 4 MB, while attackers on Free send such templates as often as their rate allows. The time is the
median of ${ROUNDS} documents. The ratio compares it with the time without attackers.

${table([['Attackers', 'Time', 'Ratio', 'Target'], ...rows])}`;
}
