/** The trace that work belongs to. Source: W3C Trace Context, level 1 (w3.org/TR/trace-context-1). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits: the parent of all that this work sends. */
  readonly spanId: string;
  /** It is null if the trace starts here. */
  readonly parentSpanId: string | null;
  /** The caller records the trace. */
  readonly isSampled: boolean;
  /** `tracestate`, as it came. It is null without one. */
  readonly state: string | null;
}

export interface TraceParent extends Pick<TraceContext, 'traceId' | 'isSampled'> {
  readonly spanId: string;
}

const SAMPLED = 1;

/** This is the form of version 00. A later version may be longer, and starts the same way. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_TRACEPARENT_CHARS = 512;

const isZero = (digits: string): boolean => /^0+$/.test(digits);

/** Returns null if it is missing or malformed. Then it is ignored, as the standard says. */
export function parseTraceparent(header: string | null | undefined): TraceParent | null {
  const text = header?.trim() ?? '';
  const found = text.length > MAX_TRACEPARENT_CHARS ? null : TRACEPARENT.exec(text);
  if (found === null) return null;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = found;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

const MAX_STATE_CHARS = 512;
const MAX_STATE_MEMBERS = 32;
/** If a list is too long, longer entries are dropped first (3.3.1.5). */
const LONG_MEMBER_CHARS = 128;
const STATE_MEMBER = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/;

/** Returns at most 512 characters of the state. It is null if it is missing, malformed or has too many entries. */
export function parseTracestate(header: string | null | undefined): string | null {
  if (!header || header.length > 16 * MAX_STATE_CHARS) return null;
  const members = header
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  if (members.length === 0 || members.length > MAX_STATE_MEMBERS) return null;
  if (!members.every((member) => STATE_MEMBER.test(member))) return null;
  return shortened(members);
}

function shortened(members: readonly string[]): string | null {
  if (members.join(',').length <= MAX_STATE_CHARS) return members.join(',');
  const kept = members.filter((member) => member.length <= LONG_MEMBER_CHARS);
  while (kept.join(',').length > MAX_STATE_CHARS) kept.pop();
  return kept.length === 0 ? null : kept.join(',');
}

/** @param platform the trace that the platform records for this work, if it does */
export function startTrace(platform: TraceParent | null = null): TraceContext {
  return {
    traceId: platform?.traceId ?? randomHex(16),
    spanId: randomHex(8),
    parentSpanId: null,
    isSampled: platform?.isSampled ?? false,
    state: null,
  };
}

/** The trace of a request: that of its `traceparent`, or a new one. */
export function traceOf(headers: Pick<Headers, 'get'>, platform: TraceParent | null = null): TraceContext {
  const parent = parseTraceparent(headers.get('traceparent'));
  if (parent === null) return startTrace(platform);
  const { traceId, spanId: parentSpanId, isSampled } = parent;
  const state = parseTracestate(headers.get('tracestate'));
  return { traceId, spanId: randomHex(8), parentSpanId, isSampled, state };
}

/** Starts the span of work that follows from other work, such as an attempt of a job. */
export const childOf = (trace: TraceContext): TraceContext => ({
  ...trace,
  spanId: randomHex(8),
  parentSpanId: trace.spanId,
});

export const traceHeaders = ({
  traceId,
  spanId,
  isSampled,
  state,
}: TraceContext): Record<string, string> => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
  ...(state === null ? {} : { tracestate: state }),
});

/** The fields of a log line. */
export const traceFields = ({ traceId, spanId, parentSpanId }: TraceContext) => ({
  traceId,
  spanId,
  parentSpanId,
});

/** Never zero only, which is not valid. */
function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  if (random.every((byte) => byte === 0)) random[0] = 1;
  // Not `toHex`: tests load this file in Node 24, which does not have it.
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
