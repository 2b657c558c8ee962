import type { TraceParent } from '../../schema/trace-context.ts';

/** What is used of the platform's spans (developers.cloudflare.com/workers/observability/traces/custom-spans). */
export interface Tracing {
  enterSpan<Result>(name: string, work: () => Result): Result;
  getActiveSpan(): ActiveSpan | undefined;
}

interface ActiveSpan {
  readonly isTraced: boolean;
  spanContext(): { readonly traceId: string; readonly spanId: string };
  setAttribute(name: string, value: string | number): unknown;
}

/** Of the platform's `ExecutionContext`, which some of our tests do not have. */
export const tracingOf = (context: object): Tracing | undefined =>
  (context as { readonly tracing?: Tracing }).tracing;

/** The span of this invocation, if the platform records it (`observability.traces`). */
function recordedSpan(tracing: Tracing | undefined) {
  const span = tracing?.getActiveSpan();
  return span?.isTraced === true ? span : null;
}

export function platformTrace(tracing: Tracing | undefined): TraceParent | null {
  const span = recordedSpan(tracing);
  if (span === null) return null;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId, isSampled: true };
}

/** Names the span of this invocation, so that it is found by the ids of a log line. Null values are left out. */
export function annotateSpan(
  tracing: Tracing | undefined,
  attributes: Readonly<Record<string, string | number | null>>,
): void {
  const span = recordedSpan(tracing);
  if (span === null) return;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) span.setAttribute(`platen.${name}`, value);
  }
}
