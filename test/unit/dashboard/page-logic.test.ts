import { describe, expect, test } from 'vitest';
import {
  describeAction,
  describeActor,
  groupByDay,
  describeDetails,
} from '../../../dashboard/pages/audit/audit-text.ts';
import { summarizeCopies } from '../../../dashboard/pages/files/copy-status.ts';
import { NO_FILTER, toFileQuery } from '../../../dashboard/pages/files/file-filter.ts';
import { jobRefreshInterval } from '../../../dashboard/pages/jobs/job-state.ts';
import { jsonTokens } from '../../../dashboard/pages/playground/json-tokens.ts';
import { parseServerTiming } from '../../../dashboard/pages/playground/server-timing.ts';
import { keyExample } from '../../../dashboard/pages/storage/key-example.ts';
import { errorRate, isUnused, sumDays } from '../../../dashboard/pages/usage/usage-numbers.ts';
import { deliveryRefreshInterval } from '../../../dashboard/pages/webhooks/delivery-state.ts';
import { AUDIT_ACTIONS } from '../../../schema/api/audit.ts';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import type { DeliveryBody } from '../../../schema/api/webhooks.ts';
import type { KeptCopy } from '../../../schema/api/files.ts';
import { JOB_STATES, type JobState } from '../../../schema/jobs.ts';
import type { CopyState } from '../../../schema/providers.ts';

describe('an entry of the audit trail', () => {
  const entry = { actor: 'person:1', actorName: 'Ada', action: 'key.created', detail: {} } as const;

  test.each(AUDIT_ACTIONS)('has text for %s, with and without a name', (action) => {
    const unnamed: Record<string, string | number> = { version: 3 };
    for (const detail of [unnamed, { ...unnamed, name: 'ci' }]) {
      expect(describeAction({ ...entry, action, detail })).toMatch(/^[a-z]+ \S/);
      expect(describeAction({ ...entry, action, detail })).not.toContain('undefined');
    }
  });

  test('names the actor, even if it was deleted', () => {
    expect(describeActor(entry)).toBe('Ada');
    expect(describeActor({ ...entry, actorName: null })).toBe('A former member');
    expect(describeActor({ ...entry, actor: 'key:1', actorName: 'ci' })).toBe('The key “ci”');
    expect(describeActor({ ...entry, actor: 'key:1', actorName: null })).toBe('A key');
    expect(describeActor({ ...entry, actor: 'operator', actorName: null })).toBe('The operator');
  });

  test('lists other details once', () => {
    const detail = { name: 'ci', environment: 'live', something: 7 };
    expect(describeDetails({ ...entry, detail })).toEqual(['Environment: live', 'something: 7']);
  });

  test('is listed under its day', () => {
    const at = (time: string) => ({
      at: new Date(2026, 10, 20, ...time.split(':').map(Number)).toISOString(),
    });
    const before = { at: new Date(2026, 10, 19, 23, 59).toISOString() };
    const days = groupByDay([at('13:00'), at('00:01'), before]);
    expect(days.map(({ entries }) => entries.length)).toEqual([2, 1]);
  });
});

describe('the status of the copies of a file', () => {
  const copies = (...states: CopyState[]): KeptCopy[] =>
    states.map((state) => ({
      state,
      provider: 's3',
      name: 'archive',
      key: 'a.pdf',
      attempts: 1,
      lastError: null,
      updatedAt: '2026-11-20T12:00:00Z',
    }));

  test('is null without copies', () => {
    expect(summarizeCopies(undefined)).toBeNull();
    expect(summarizeCopies([])).toBeNull();
  });

  test.each([
    [copies('stored'), 'good', 'Stored'],
    [copies('stored', 'stored'), 'good', '2 stored'],
    [copies('pending', 'stored'), 'quiet', '1 of 2: pending'],
    [copies('failed', 'pending', 'stored'), 'warning', '1 of 3: failed, will retry'],
    [copies('stored', 'abandoned', 'failed'), 'bad', '1 of 3: failed'],
    [copies('failed'), 'warning', 'Failed, will retry'],
  ] as const)('is the worst status of %j', (files, tone, label) => {
    expect(summarizeCopies(files)).toEqual({ tone, label });
  });
});

describe('the filter of the files', () => {
  test('is empty if nothing is chosen', () => {
    expect(toFileQuery(NO_FILTER)).toEqual({});
  });

  test('includes both days, in the local time zone', () => {
    expect(
      toFileQuery({ from: '2026-03-28', to: '2026-03-29', templateId: 'tpl_1', environment: 'test' }),
    ).toEqual({
      from: new Date(2026, 2, 28).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
      templateId: 'tpl_1',
      environment: 'test',
    });
  });

  test('leaves out a day that is incomplete', () => {
    expect(toFileQuery({ ...NO_FILTER, from: '2026-1' })).toEqual({});
  });
});

describe('Server-Timing', () => {
  test('is read with and without white space, descriptions and durations', () => {
    expect(parseServerTiming('auth;dur=1.5, print;desc="the page";dur=20,cache, store; dur = "3"')).toEqual([
      { name: 'auth', durationMs: 1.5 },
      { name: 'print', durationMs: 20 },
      { name: 'store', durationMs: 3 },
    ]);
    expect(parseServerTiming('')).toEqual([]);
  });
});

describe('highlighted JSON', () => {
  test('is the same text, split into tokens', () => {
    const json = JSON.stringify(
      { 'a: "b"': [1, -2.5e-7, 'c: true', true, null, {}], nested: { é: '\\"' } },
      null,
      2,
    );
    const tokens = jsonTokens(json);
    expect(tokens.map(({ text }) => text).join('')).toBe(json);
    const texts = (kind: string) => tokens.filter((token) => token.kind === kind).map(({ text }) => text);
    expect(texts('name')).toEqual(['"a: \\"b\\""', '"nested"', '"é"']);
    expect(texts('string')).toEqual(['"c: true"', '"\\\\\\""']);
    expect(texts('number')).toEqual(['1', '-2.5e-7']);
    expect(texts('word')).toEqual(['true', 'null']);
  });
});

describe('the example of a key in external storage', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  test('is the key of a file with this name', () => {
    expect(keyExample('acme/', '{yyyy}/{fileId}-{filename}.pdf', now).key).toMatch(
      /^acme\/2026\/file_\w+-Rechnung-Marz\.pdf$/,
    );
    expect(keyExample('', '', now).key).toMatch(/^2026\/11\/file_/);
  });

  test('names the field that is wrong', () => {
    expect(keyExample('../up', '{filename}.pdf', now).problems).toEqual({
      keyPrefix: expect.stringContaining('..'),
      keyPattern: expect.stringContaining('{fileId}'),
    });
  });
});

describe('the numbers of the usage page', () => {
  const day = { day: '2026-11-20', live: 2, test: 1, requests: 5, errors: 2, medianMs: 30, p95Ms: 40 };

  test('are the sums of the days', () => {
    const totals = sumDays([day, day]);
    expect(totals).toEqual({ files: 6, requests: 10, errors: 4 });
    expect(errorRate(totals)).toMatch(/^40/);
    expect(errorRate(sumDays([]))).toBe('–');
  });

  test('are hidden if no file was created in these days or in this month', () => {
    const usage = {
      quotaUsed: 0,
      quotaLimit: 100,
      credits: 0,
      remaining: 100,
      quotaResetsAt: '2026-12-01T00:00:00Z',
      days: [{ ...day, live: 0, test: 0 }],
      byKey: [],
      byTemplate: [],
      byErrorCode: [],
      medianMs: null,
      p95Ms: null,
    };
    expect(isUnused(usage)).toBe(true);
    expect(isUnused({ ...usage, quotaUsed: 1 })).toBe(false);
    expect(isUnused({ ...usage, days: [day] })).toBe(false);
  });
});

describe('the list of deliveries', () => {
  const delivery = (nextAttemptMs: number | null, durationMs: number | null = 93): DeliveryBody => ({
    id: 'evt_1',
    type: 'webhook.test',
    state: nextAttemptMs === null ? 'failed' : 'pending',
    createdAt: new Date().toISOString(),
    nextAttemptAt: nextAttemptMs === null ? null : new Date(Date.now() + nextAttemptMs).toISOString(),
    attempts: [
      {
        at: new Date().toISOString(),
        durationMs,
        status: null,
        error: durationMs === null ? null : 'timeout',
      },
    ],
  });

  test.each([
    ['an attempt is due', delivery(0), 2_000],
    ['an attempt runs', delivery(60_000, null), 2_000],
    ['the next attempt is hours away', delivery(3_600_000), 15_000],
    ['all have ended', delivery(null), 15_000],
  ])('is loaded again in time while %s', (_, listed, expected) => {
    expect(deliveryRefreshInterval([{ data: [listed], nextCursor: null }])).toBe(expected);
  });
});

describe('the list of jobs', () => {
  const pageOf = (...states: JobState[]) => ({
    data: states.map((state) => ({ state }) as ListedJob),
    nextCursor: null,
  });

  test.each(JOB_STATES)(
    'is loaded again soon while a job is queued or running, and later otherwise: %s',
    (state) => {
      const isOpen = state === 'queued' || state === 'running';
      expect(jobRefreshInterval([pageOf('succeeded', state)])).toBe(isOpen ? 2_000 : 15_000);
    },
  );

  test('is loaded less often when it has more pages, and not before the first one', () => {
    expect(jobRefreshInterval([pageOf('succeeded'), pageOf('queued'), pageOf('failed')])).toBe(6_000);
    expect(jobRefreshInterval([])).toBe(false);
  });
});
