import type { IncomingMessage } from 'node:http';
import { parseTraceparent } from '../../../schema/trace-context.ts';

/** The span of the Worker is the parent: the line is found by the trace of the request. */
export function logJob(
  { headers }: IncomingMessage,
  path: string,
  outcome: string,
  durationMs: number,
): void {
  const trace = parseTraceparent(headers.traceparent?.toString());
  if (trace === null) return;
  const { traceId, spanId: parentSpanId } = trace;
  const line = { event: 'render', traceId, parentSpanId, path, outcome, durationMs: Math.round(durationMs) };
  console.log(JSON.stringify(line));
}
