import { describe, expect, test } from 'vitest';
import { Phases } from '../../../../../worker/adapters/tracing/phases.ts';
import {
  annotateSpan,
  platformTrace,
  type Tracing,
  tracingOf,
} from '../../../../../worker/adapters/tracing/platform-trace.ts';

const CONTEXT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };

/** The platform's tracing, which records what it is given. */
function fakeTracing(isTraced = true) {
  const spans: string[] = [];
  const attributes: Record<string, unknown> = {};
  const span = {
    isTraced,
    spanContext: () => CONTEXT,
    setAttribute: (name: string, value: unknown) => (attributes[name] = value),
  };
  const tracing: Tracing = {
    getActiveSpan: () => span,
    enterSpan: (name, work) => {
      spans.push(name);
      return work();
    },
  };
  return { tracing, spans, attributes };
}

describe("the platform's trace", () => {
  test('is the one of the span that is recorded', () => {
    const { tracing } = fakeTracing();
    expect(platformTrace(tracingOf({ tracing }))).toEqual({
      traceId: CONTEXT.traceId,
      spanId: CONTEXT.spanId,
      isSampled: true,
    });
  });

  test('is none where nothing is recorded, or where the platform has no tracing', () => {
    const { tracing } = fakeTracing(false);
    for (const context of [{ tracing }, {}]) expect(tracingOf(context)).toBeUndefined();
    expect(platformTrace(undefined)).toBeNull();
    expect(() => annotateSpan(undefined, { request_id: 'req_a' })).not.toThrow();
  });

  test('has the ids of the log line as attributes', () => {
    const { tracing, attributes } = fakeTracing();
    annotateSpan(tracing, { request_id: 'req_a', status: 200, code: null });
    expect(attributes).toEqual({ 'platen.request_id': 'req_a', 'platen.status': 200 });
  });

  test('has a span for each phase, also for one that returns nothing, which runs once', async () => {
    const { tracing, spans } = fakeTracing();
    const phases = new Phases(tracing);
    let runs = 0;
    await phases.measure('print', () => void (runs += 1));
    expect(await phases.measure('store', () => 'stored')).toBe('stored');
    expect([runs, spans]).toEqual([1, ['platen.print', 'platen.store']]);
    expect(Object.keys(phases.toJSON())).toEqual(['print', 'store']);
  });
});
