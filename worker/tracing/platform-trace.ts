import { tracing } from 'cloudflare:workers';
import type { TraceParent } from '../../schema/trace-context.ts';

/** The trace that the platform records for this invocation (`observability.traces`). Null if it records none. */
export function platformTrace(): TraceParent | null {
  const span = tracing.getActiveSpan();
  if (span?.isTraced !== true) return null;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId, isSampled: true };
}

/** Names the span of this invocation, so that it is found by the ids of a log line. Null values are left out. */
export function annotateSpan(attributes: Readonly<Record<string, string | number | null>>): void {
  const span = tracing.getActiveSpan();
  if (span?.isTraced !== true) return;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) span.setAttribute(`platen.${name}`, value);
  }
}

/** A span of the platform's trace. */
export const inSpan = <Result>(name: string, work: () => Result): Result =>
  tracing.enterSpan(`platen.${name}`, work);
