import {
  PRINT_MS,
  type Scenario,
  simulate,
  type SimulationResult,
} from '../../test/support/brokers/simulation.ts';
import { MISSED, table } from './measure.ts';

const MAX_FAILED = 0.005;
const MAX_P95_MS = 3 * PRINT_MS;
const MAX_BROWSERS = 1.5;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '10/s from 1 isolate': { isolates: 1, perSecond: 10 },
  '10/s from 500 isolates': { isolates: 500, perSecond: 10 },
  '100/s from 1 isolate': { isolates: 1, perSecond: 100 },
  '100/s from 200 isolates': { isolates: 200, perSecond: 100 },
  '600/s from 1 isolate': { isolates: 1, perSecond: 600 },
  '600/s from 200 isolates': { isolates: 200, perSecond: 600 },
  '600/s from 500 isolates': { isolates: 500, perSecond: 600 },
  '100/s, two of three brokers out of reach': {
    isolates: 200,
    perSecond: 100,
    failing: (index) => index % 3 !== 2,
  },
  '100/s, every second launch refused': { isolates: 200, perSecond: 100, refusedLaunches: 0.5 },
  '100/s, all brokers reset': { isolates: 200, perSecond: 100, resetAtMs: [150_000] },
  '600/s, all brokers reset': { isolates: 200, perSecond: 600, resetAtMs: [150_000] },
  '100/s, one broker eight times as slow': { isolates: 200, perSecond: 100, slow: 1 },
  '100/s, the first broker eight times as slow': { isolates: 200, perSecond: 100, slow: 0 },
  '600/s, the first broker eight times as slow': { isolates: 200, perSecond: 600, slow: 0 },
};

/** Simulates many isolates with the client and the brokers of the product, in virtual time. */
export async function benchBrokers(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) rows.push(row(name, await simulate(scenario)));
  return `## Brokers

The client and the brokers of Browser Run in virtual time; only browsers and network are simulated. A print takes
${PRINT_MS} ms (half as long to one and a half times as long), a browser prints eight at once and starts in two to four seconds, at
most one a second. Load rises for a minute, settles for 75 s, and is then measured for a minute. Targets: at most
${MAX_FAILED * 100} % failures, p95 at most ${MAX_P95_MS} ms, at most ${MAX_BROWSERS} times the browsers that the load fills.

${table([
  ['Load', 'Failures', 'p50', 'p95', 'Browsers', 'Needed', 'Calls for each PDF', 'Targets'],
  ...rows,
])}`;
}

function row(name: string, result: SimulationResult): string[] {
  const failed = result.failed / result.jobs;
  const isMet =
    failed <= MAX_FAILED &&
    result.p95Ms <= MAX_P95_MS &&
    result.browsers <= MAX_BROWSERS * result.neededBrowsers;
  return [
    name,
    `${(100 * failed).toFixed(2)} %`,
    `${result.p50Ms} ms`,
    `${result.p95Ms} ms`,
    result.browsers.toFixed(1),
    String(result.neededBrowsers),
    result.calls.toFixed(2),
    isMet ? 'met' : MISSED,
  ];
}
