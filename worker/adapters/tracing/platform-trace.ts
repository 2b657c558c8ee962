import type { TraceParent } from '../../../schema/trace-context.ts';

/** The methods of the platform's spans that this module uses (developers.cloudflare.com/workers/observability/traces/custom-spans). */
export interface Tracing {
  enterSpan<Result>(name: string, work: () => Result): Result;
  getActiveSpan(): ActiveSpan | undefined;
}

interface ActiveSpan {
  readonly isTraced: boolean;
  spanContext(): { readonly traceId: string; readonly spanId: string };
  setAttribute(name: string, value: string | number): unknown;
}

/**
 * Reads the trace from the platform's `ExecutionContext`, which some of our tests do not have.
 *
 * @returns undefined if the platform does not record this invocation (`observability.traces`): spans that nobody sees take time too
 */
export function tracingOf(context: object): Tracing | undefined {
  const { tracing } = context as { readonly tracing?: Tracing };
  return tracing?.getActiveSpan()?.isTraced === true ? tracing : undefined;
}

/** The span of this invocation. */
export function platformTrace(tracing: Tracing | undefined): TraceParent | null {
  const span = tracing?.getActiveSpan();
  if (span === undefined) return null;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId, isSampled: true };
}

/** Names the span of this invocation, so that it is found by the ids of a log line. Null values are left out. */
export function annotateSpan(
  tracing: Tracing | undefined,
  attributes: Readonly<Record<string, string | number | null>>,
): void {
  const span = tracing?.getActiveSpan();
  if (span === undefined) return;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) span.setAttribute(`platen.${name}`, value);
  }
}
