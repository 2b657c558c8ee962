import { expect, test } from 'vitest';
import { ENDLESS, hangUp } from '../../support/hostile/timed.ts';
import { expectGenerated, type GenerateBody, HELLO, send, Tenant } from '../../support/service-client.ts';

/** `npm run tool -- sweeps` lasts 120 s. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 6);

const HOSTILE_CLIENTS = 12;

/** How long a page of the hostile workspace is busy. An honest request that had to wait for it would take as long. */
const LONG_MS = 10_000;

/** It is longer on a busy machine: this many times what an honest request takes before the attack. */
const LONG_RATIO = 20;

const script = (code: string): GenerateBody => ({ htmlContent: `<p>x<script>${code}</script>` });

type Attempt = (tenant: Tenant, turn: number) => Promise<{ readonly status: number }>;

/** What the hostile workspace sends, in turns. */
const attemptsOf = (longMs: number): readonly Attempt[] => [
  (tenant) => hangUp(tenant, ENDLESS, longMs),
  (tenant, turn) => hangUp(tenant, ENDLESS, 300 + ((turn * 700) % 3_000)),
  (tenant) => hangUp(tenant, { ...HELLO, options: { waitForSelector: '#never' } }, longMs),
  (tenant) => hangUp(tenant, script("for (;;) { alert('x'); confirm('x') }"), longMs),
  (tenant, turn) => hangUp(tenant, HELLO, turn % 50),
  (tenant) => tenant.generate(script("for (let i = 0; i < 100; i++) window.open('about:blank#' + i)")),
  (tenant) => hangUp(tenant, script('const t = () => { setTimeout(t); setTimeout(t) }; t()'), longMs),
  (tenant) => tenant.generate('not a body'),
  (tenant) => tenant.generate({ htmlContent: '{{#each x}}' }),
  (tenant) => tenant.generate(HELLO),
];

interface Answered {
  readonly status: number;
  readonly ms: number;
}

/** Sends requests one after another until the time is over. */
async function sendUntil(endsAt: number, request: (turn: number) => Promise<{ status: number }>) {
  const answers: Answered[] = [];
  for (let turn = 0; Date.now() < endsAt; turn += 1) {
    const startedAt = Date.now();
    const { status } = await request(turn);
    answers.push({ status, ms: Date.now() - startedAt });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return answers;
}

/** Milliseconds of one request of each, one after another. */
async function slowestOf(tenants: readonly Tenant[]): Promise<number> {
  let slowestMs = 0;
  for (const tenant of tenants) {
    const startedAt = Date.now();
    expectGenerated(await tenant.generate(HELLO));
    slowestMs = Math.max(slowestMs, Date.now() - startedAt);
  }
  return slowestMs;
}

/** The number of PDFs in the workspace's list of files. */
async function countFiles(tenant: Tenant): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { text } = await send(`/v1/files?limit=200${query}`, { headers: { 'X-API-Key': tenant.key } });
    const page = JSON.parse(text) as { data: unknown[]; nextCursor: string | null };
    count += page.data.length;
    cursor = page.nextCursor;
  }
  return count;
}

async function expectBalance(tenant: Tenant, answers: readonly Answered[]): Promise<void> {
  const printed = answers.filter(({ status }) => status === 200).length;
  expect([await countFiles(tenant), await tenant.quotaUsed()]).toEqual([printed, printed]);
}

/** A request of an honest workspace before the attack. Each sends two. */
const BEFORE: Answered = { status: 200, ms: 0 };

test(`four honest workspaces beside a hostile one: for ${SECONDS} seconds each request is answered 200 before a hostile page ends, and charges, files and answers match`, async () => {
  // Without a rate, which would answer the attack instead.
  const plan = 'scale-enterprise';
  const hostile = await Tenant.create({ plan });
  const honest = await Promise.all(Array.from({ length: 4 }, () => Tenant.create({ plan })));
  await Promise.all(honest.map((tenant) => tenant.generate(HELLO)));
  const longMs = Math.max(LONG_MS, LONG_RATIO * (await slowestOf(honest)));
  const attempts = attemptsOf(longMs);
  const endsAt = Date.now() + SECONDS * 1_000;
  const attack = Array.from({ length: HOSTILE_CLIENTS }, (_, client) =>
    sendUntil(endsAt, (turn) => {
      const attempt = attempts[(client + turn) % attempts.length] ?? attempts[0];
      return attempt === undefined ? Promise.reject(new Error('nothing to send')) : attempt(hostile, turn);
    }),
  );
  const service = await Promise.all(honest.map((tenant) => sendUntil(endsAt, () => tenant.generate(HELLO))));
  const all = service.flat();
  console.log(`${all.length} honest answers, slowest ${Math.max(...all.map(({ ms }) => ms))} ms`);
  expect(all.filter(({ status, ms }) => status !== 200 || ms >= longMs)).toEqual([]);
  for (const [index, tenant] of honest.entries()) {
    await expectBalance(tenant, [BEFORE, BEFORE, ...(service[index] ?? [])]);
  }
  await expectBalance(hostile, (await Promise.all(attack)).flat());
});
