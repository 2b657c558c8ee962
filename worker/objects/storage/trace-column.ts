import { z } from 'zod';
import type { TraceContext } from '../../../schema/trace-context.ts';
import type { SqlRow } from './sql-row.ts';

const trace: z.ZodType<TraceContext> = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  isSampled: z.boolean(),
  state: z.string().nullable(),
});

/** Tables from before traces have no such column. */
export const TRACE_COLUMN = { trace: 'TEXT' };

export const writeTrace = (value: TraceContext | null): string | null =>
  value === null ? null : JSON.stringify(value);

export const readTrace = ({ trace: text }: SqlRow): TraceContext | null =>
  typeof text === 'string' ? trace.parse(JSON.parse(text)) : null;
