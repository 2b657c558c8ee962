import { describe, expect, it } from 'vitest';
import { describeAction, describeActor, groupByDay, describeDetails } from '../../../dashboard/pages/audit/audit-text.ts';
import { summarizeCopies } from '../../../dashboard/pages/files/copy-status.ts';
import { filterQuery } from '../../../dashboard/pages/files/file-filter.ts';
import { jsonTokens } from '../../../dashboard/pages/playground/json-tokens.ts';
import { parseServerTiming } from '../../../dashboard/pages/playground/server-timing.ts';
import { keyExample } from '../../../dashboard/pages/storage/key-example.ts';
import { errorRate, isUnused, sumDays } from '../../../dashboard/pages/usage/usage-numbers.ts';
import { AUDIT_ACTIONS } from '../../../schema/api/audit.ts';
import type { KeptCopy } from '../../../schema/api/files.ts';
import type { CopyState } from '../../../schema/providers.ts';

describe('an entry of the audit trail', () => {
  const entry = { actor: 'person:1', actorName: 'Ada', action: 'key.created', detail: {} } as const;

  it.each(AUDIT_ACTIONS)('has words for %s, with and without a name', (action) => {
    const unnamed: Record<string, string | number> = { version: 3 };
    for (const detail of [unnamed, { ...unnamed, name: 'ci' }]) {
      expect(describeAction({ ...entry, action, detail })).toMatch(/^[a-z]+ \S/);
      expect(describeAction({ ...entry, action, detail })).not.toContain('undefined');
    }
  });

  it('names who did it, also who is gone', () => {
    expect(describeActor(entry)).toBe('Ada');
    expect(describeActor({ ...entry, actorName: null })).toBe('A former member');
    expect(describeActor({ ...entry, actor: 'key:1', actorName: 'ci' })).toBe('The key “ci”');
    expect(describeActor({ ...entry, actor: 'key:1', actorName: null })).toBe('A key');
    expect(describeActor({ ...entry, actor: 'operator', actorName: null })).toBe('The operator');
  });

  it('tells what else is known, once', () => {
    const detail = { name: 'ci', environment: 'live', something: 7 };
    expect(describeDetails({ ...entry, detail })).toEqual(['Environment: live', 'something: 7']);
  });

  it('stands under its day', () => {
    const at = (time: string) => ({
      at: new Date(2026, 10, 20, ...time.split(':').map(Number)).toISOString(),
    });
    const before = { at: new Date(2026, 10, 19, 23, 59).toISOString() };
    const days = groupByDay([at('13:00'), at('00:01'), before]);
    expect(days.map(({ entries }) => entries.length)).toEqual([2, 1]);
  });
});

describe('the copies of a file, in a word or two', () => {
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

  it('are nothing where there are none', () => {
    expect(summarizeCopies(undefined)).toBeNull();
    expect(summarizeCopies([])).toBeNull();
  });

  it.each([
    [copies('stored'), 'good', 'Stored'],
    [copies('stored', 'stored'), 'good', '2 stored'],
    [copies('pending', 'stored'), 'quiet', '1 of 2: on its way'],
    [copies('failed', 'pending', 'stored'), 'warning', '1 of 3: failed, is tried again'],
    [copies('stored', 'abandoned', 'failed'), 'bad', '1 of 3: given up'],
    [copies('failed'), 'warning', 'Failed, is tried again'],
  ] as const)('tell the worst of %j', (of, tone, words) => {
    expect(summarizeCopies(of)).toEqual({ tone, words });
  });
});

describe('the filter of the files', () => {
  it('is no query where nothing is chosen', () => {
    expect(filterQuery({ from: '', to: '', templateId: '' })).toBe('');
  });

  it("takes both days in, in the reader's time zone", () => {
    const query = new URLSearchParams(
      filterQuery({ from: '2026-03-28', to: '2026-03-29', templateId: 'tpl_1' }),
    );
    expect(query.get('from')).toBe(new Date(2026, 2, 28).toISOString());
    expect(query.get('to')).toBe(new Date(2026, 2, 30).toISOString());
    expect(query.get('templateId')).toBe('tpl_1');
  });

  it('leaves out a day that is still being typed', () => {
    expect(filterQuery({ from: '2026-1', to: '', templateId: '' })).toBe('');
  });
});

describe('Server-Timing', () => {
  it('is read with and without white space, descriptions and durations', () => {
    expect(parseServerTiming('auth;dur=1.5, print;desc="the page";dur=20,cache, store; dur = "3"')).toEqual([
      { name: 'auth', durationMs: 1.5 },
      { name: 'print', durationMs: 20 },
      { name: 'store', durationMs: 3 },
    ]);
    expect(parseServerTiming('')).toEqual([]);
  });
});

describe('JSON in colours', () => {
  it('is the same text, its tokens told apart', () => {
    const json = JSON.stringify(
      { 'a: "b"': [1, -2.5e-7, 'c: true', true, null, {}], nested: { é: '\\"' } },
      null,
      2,
    );
    const tokens = jsonTokens(json);
    expect(tokens.map(({ text }) => text).join('')).toBe(json);
    const of = (kind: string) => tokens.filter((token) => token.kind === kind).map(({ text }) => text);
    expect(of('name')).toEqual(['"a: \\"b\\""', '"nested"', '"é"']);
    expect(of('string')).toEqual(['"c: true"', '"\\\\\\""']);
    expect(of('number')).toEqual(['1', '-2.5e-7']);
    expect(of('word')).toEqual(['true', 'null']);
  });
});

describe('the example of a key in external storage', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('is the key that a file would get', () => {
    expect(keyExample('acme/', '{yyyy}/{fileId}-{filename}.pdf', now).key).toMatch(
      /^acme\/2026\/file_\w+-Rechnung-Marz\.pdf$/,
    );
    expect(keyExample('', '', now).key).toMatch(/^2026\/11\/file_/);
  });

  it('says which of the two fields is wrong', () => {
    expect(keyExample('../up', '{filename}.pdf', now).problems).toEqual({
      keyPrefix: expect.stringContaining('..'),
      keyPattern: expect.stringContaining('{fileId}'),
    });
  });
});

describe('the numbers of the usage page', () => {
  const day = { day: '2026-11-20', live: 2, test: 1, requests: 5, errors: 2, medianMs: 30, p95Ms: 40 };

  it('are the sums of the days', () => {
    const totals = sumDays([day, day]);
    expect(totals).toEqual({ files: 6, requests: 10, errors: 4 });
    expect(errorRate(totals)).toMatch(/^40/);
    expect(errorRate(sumDays([]))).toBe('–');
  });

  it('are none where nothing was made, this month or in the span', () => {
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
