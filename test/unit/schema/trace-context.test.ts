import { describe, expect, test } from 'vitest';
import {
  childOf,
  parseTraceparent,
  parseTracestate,
  startTrace,
  traceHeaders,
  traceOf,
} from '../../../schema/trace-context.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const PARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;

describe('traceparent', () => {
  test.each([
    [PARENT, true],
    [`00-${TRACE_ID}-${SPAN_ID}-00`, false],
    [` ${PARENT} `, true],
    // Unknown flags and a later version are read as far as version 00 goes.
    [`00-${TRACE_ID}-${SPAN_ID}-ff`, true],
    [`cc-${TRACE_ID}-${SPAN_ID}-01`, true],
    [`cc-${TRACE_ID}-${SPAN_ID}-01-what-the-future-will-be`, true],
  ])('is read: %s', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID, isSampled });
  });

  test.each([
    '',
    'nonsense',
    PARENT.toUpperCase(),
    PARENT.slice(0, -1),
    `${PARENT}-more`,
    `${PARENT}.`,
    `ff-${TRACE_ID}-${SPAN_ID}-01`,
    `cc-${TRACE_ID}-${SPAN_ID}-01.`,
    `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID}x-${SPAN_ID}-01`,
    // Two headers, as `Headers` joins them.
    `${PARENT}, ${PARENT}`,
    `cc-${TRACE_ID}-${SPAN_ID}-01-${'a'.repeat(10_000)}`,
  ])('that is malformed is ignored: %s', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });
});

describe('tracestate', () => {
  test.each([
    ['rojo=00f067aa0ba902b7', 'rojo=00f067aa0ba902b7'],
    ['rojo=1, congo=t61rcWkgMzE , ,a@b=x', 'rojo=1,congo=t61rcWkgMzE,a@b=x'],
    [null, null],
    ['', null],
    ['no-value', null],
    ['UPPER=1', null],
    ['a=1,b=\u00e9', null],
    [Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(','), null],
    ['a=1'.repeat(10_000), null],
  ])('of %s is %s', (header, expected) => {
    expect(parseTracestate(header)).toBe(expected);
  });

  test('that is too long loses its long entries first, then the last ones', () => {
    const short = Array.from({ length: 30 }, (_, at) => `k${at}=${'v'.repeat(20)}`);
    const kept = parseTracestate([`long=${'v'.repeat(200)}`, ...short].join(',')) ?? '';
    expect(kept.length).toBeLessThanOrEqual(512);
    expect(kept.startsWith(`${short[0]},${short[1]}`)).toBe(true);
    expect(kept).not.toContain('long=');
  });
});

describe('the trace of a request', () => {
  test('is that of the caller, with a span of its own', () => {
    const trace = traceOf(new Headers({ traceparent: PARENT, tracestate: 'rojo=1' }));
    expect(trace).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: SPAN_ID,
      isSampled: true,
      state: 'rojo=1',
    });
    expect(trace.spanId).not.toBe(SPAN_ID);
    expect(traceHeaders(trace)).toEqual({
      traceparent: `00-${TRACE_ID}-${trace.spanId}-01`,
      tracestate: 'rojo=1',
    });
  });

  test('is new without a traceparent, and tracestate alone means nothing', () => {
    const trace = traceOf(new Headers({ traceparent: 'broken', tracestate: 'rojo=1' }));
    expect(trace).toMatchObject({ parentSpanId: null, isSampled: false, state: null });
    expect(parseTraceparent(traceHeaders(trace).traceparent)).toMatchObject({ traceId: trace.traceId });
    expect(traceOf(new Headers()).traceId).not.toBe(trace.traceId);
  });

  test('is the one that the platform records, if there is no other', () => {
    const platform = { traceId: TRACE_ID, spanId: SPAN_ID, isSampled: true };
    expect(traceOf(new Headers(), platform)).toMatchObject({ traceId: TRACE_ID, isSampled: true });
  });

  test('continues in later work', () => {
    const trace = startTrace();
    const child = childOf(trace);
    expect(child).toMatchObject({ traceId: trace.traceId, parentSpanId: trace.spanId });
    expect(child.spanId).not.toBe(trace.spanId);
  });
});
