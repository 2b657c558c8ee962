import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import handlebars from 'handlebars';
import { DEFAULT_LIMITS, TemplateEngine, TemplateEnvironment } from '@platen/handlebars';
import type { RenderScope } from '../../compose/helpers/helper.ts';
import { HELPERS } from '../../compose/helpers/registry.ts';
import { helpersFor } from '../../test/support/compose/official-helpers.ts';
import { INVOICE, invoiceData } from './invoice.ts';
import { median, ratio, table, target } from './measure.ts';

const ROUNDS = 31;
const WARM_UP_ROUNDS = 5;

/** A measurement repeats its work for at least this time, because the clock's resolution is limited. */
const MIN_ROUND_MS = 8;

interface Comparison {
  readonly name: string;
  readonly atMost: number;
  readonly ours: () => string;
  readonly official: () => string;
}

const PARAGRAPH = '<p class="text">Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam.</p>\n';
const PAGE = `${PARAGRAPH.repeat(12)}<h2>{{title}}</h2><p>{{author.name}}</p>\n`.repeat(900);
const IFS = Array.from(
  { length: 2_000 },
  (_, i) => `{{#if field${i}}}<p>Field ${i} is set</p>{{/if}}\n`,
).join('');
const TINY = 'Hello {{name}}, {{#if a}}x{{/if}}';

/** Cold runs compile and render once, without a cache. The official compiler compiles at the first render. */
function comparisons(): Comparison[] {
  const scope: RenderScope = { locale: 'en-US', timeZone: 'UTC', now: 0 };
  const environment = new TemplateEnvironment(HELPERS);
  const unlimited = Number.POSITIVE_INFINITY;
  const limits = { ...DEFAULT_LIMITS, steps: unlimited, outputChars: unlimited };
  const engine = new TemplateEngine(environment, { scope, limits });
  const official = handlebars.create();
  for (const [name, helper] of Object.entries(helpersFor(scope))) official.registerHelper(name, helper);

  const warm = (name: string, atMost: number, template: string, data: object): Comparison => {
    const ours = engine.compile(template);
    const theirs = official.compile(template);
    return { name, atMost, ours: () => ours(data), official: () => theirs(data) };
  };
  const cold = (name: string, atMost: number, template: string, data: object): Comparison => ({
    name,
    atMost,
    ours: () => engine.compile(template)(data),
    official: () => official.compile(template)(data),
  });
  return [
    warm('1,000-row invoice, warm', 1.15, INVOICE, invoiceData(1_000)),
    warm('1 MB page, warm', 1, PAGE, { title: 'T', author: { name: 'A' } }),
    cold('tiny template, cold', 0.5, TINY, { name: 'World', a: 1 }),
    cold('110 kB with 2,000 ifs, cold', 0.3, IFS, { field7: true }),
  ];
}

function timeMs(work: () => unknown): number {
  const startedAt = performance.now();
  let runs = 0;
  let elapsed = 0;
  do {
    work();
    runs += 1;
    elapsed = performance.now() - startedAt;
  } while (elapsed < MIN_ROUND_MS);
  return elapsed / runs;
}

/** Compares the best rounds, because other load only adds time. Warm-up rounds let V8 optimise the code. */
function measure({ name, atMost, ours, official }: Comparison): string[] {
  if (ours() !== official()) throw new Error(`${name}: the outputs of the two engines differ.`);
  let [oursMs, officialMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const [roundOursMs, roundOfficialMs] = [timeMs(ours), timeMs(official)];
    if (round < 0) continue;
    oursMs = Math.min(oursMs, roundOursMs);
    officialMs = Math.min(officialMs, roundOfficialMs);
  }
  return [
    name,
    oursMs.toFixed(3),
    officialMs.toFixed(3),
    ratio(oursMs / officialMs),
    target(oursMs / officialMs, { atMost }),
  ];
}

const TIMES = 20;
const MAX_WORKERD_MS = 10;

/** Milliseconds to compose the 1,000-row invoice in workerd, warm, bundled as for a deployment. */
async function measureInWorkerd(): Promise<number> {
  // Wrangler reads this when it loads. Without it, Wrangler sends a request to Cloudflare.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  const { unstable_startWorker } = await import('wrangler');
  const worker = await unstable_startWorker({
    config: fileURLToPath(new URL('compose-worker.toml', import.meta.url)),
    dev: { server: { port: 0 }, inspector: false, watch: false, logLevel: 'error' },
  });
  const requestMs = async (times: number): Promise<number> => {
    const startedAt = performance.now();
    await (await worker.fetch(`http://bench/?times=${times}`)).text();
    return performance.now() - startedAt;
  };
  try {
    await requestMs(TIMES);
    const composing: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const emptyMs = await requestMs(0);
      composing.push(((await requestMs(TIMES)) - emptyMs) / TIMES);
    }
    return median(composing);
  } finally {
    await worker.dispose();
  }
}

export async function benchCompose(): Promise<string> {
  const rows = comparisons().map(measure);
  const workerdMs = await measureInWorkerd();
  return [
    '## Compose',
    '',
    table([['Template', 'Platen, ms', 'official Handlebars in Node, ms', 'ratio', 'Target'], ...rows]),
    '',
    `In workerd, a warm engine composes the 1,000-row invoice in ${workerdMs.toFixed(1)} ms (target: ${target(workerdMs, { atMost: MAX_WORKERD_MS })}).`,
  ].join('\n');
}

if (import.meta.main) console.log(await benchCompose());
