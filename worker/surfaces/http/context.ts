import type { Meter } from '@platen/meter';
import type { Context } from 'hono';
import type { AnsweredCode, ApiError } from '../../lib/api-error.ts';
import type { ErrorBody } from '../../../schema/api/error-body.ts';
import type { PlanId } from '../../../schema/plans.ts';
import type { TraceContext } from '../../../schema/trace-context.ts';
import type { UnknownFields } from '../../../compose/unknown-fields/index.ts';
import type { Ctx } from '../../ctx.ts';
import type { Env } from '../../env.ts';
import type { Phases } from '../../adapters/tracing/phases.ts';
import type { RequestCount } from './request-count.ts';
import type { Services } from '../../services.ts';
import { requestMeter, type RequestTime } from '../../lib/request-meter.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';

/**
 * A surface adds its own variables with Hono's `ContextVariableMap`. Read one with `c.get`: each use of `c.var` copies all of
 * them.
 */
export interface HttpVariables {
  readonly requestId: string;
  /** The trace of the caller, if the request has a `traceparent` (contract 19.1). */
  readonly trace: TraceContext;
  /** Epoch milliseconds. The plan's timeout starts here (contract 4.3). */
  readonly arrivedAt: number;
  readonly phases: Phases;
  readonly services: Services;
  readonly count: RequestCount;
  /** Rejects if the workspace is over its rate. Await it while a body is read. */
  admission?: Promise<void>;
  caller?: Caller;
  ctx?: Ctx;
  /** Set by the middleware that reads the body. */
  memory?: RequestMemory;
  /** The size of a gzip body before it is expanded. Infinite if the client did not send the size. */
  encodedBytes?: number;
  /** Set when the body was checked. */
  unknownFields?: UnknownFields;
  /** The reader of the body sets it. */
  maxBodyBytes?: number;
  /** The reason why a gzip body cannot be read. A container that receives the body cannot say it. */
  bodyError?: ApiError;
  pdfBytes?: number;
  /** The id of the request in the logs of the client: letters, digits and a few signs. */
  correlationId?: string;
  subject?: RequestSubject;
  /** The client got this error. */
  error?: ErrorBody['error'] & { readonly code: AnsweredCode };
}

export interface Caller {
  readonly workspaceId?: string;
  readonly keyId?: string;
  readonly personId?: string;
}

/** A request is about these things, as far as they are known. */
export type RequestSubject = Readonly<
  Partial<Record<'templateId' | 'fileId' | 'jobId' | 'batchId', string | null>>
>;

export interface AppEnv {
  Bindings: Env;
  Variables: HttpVariables;
}

export type AppContext = Context<AppEnv>;

export const timeOf = (c: AppContext): RequestTime => ({
  startedAt: c.get('arrivedAt'),
  signal: c.req.raw.signal,
});

export function requireCtx(c: AppContext): Ctx {
  const ctx = c.get('ctx');
  if (ctx === undefined) throw new Error('A route of a workspace without authentication');
  return ctx;
}

/** The meter of the workspace, or one of its own for a request that has none. */
export const meterOf = (c: AppContext, plan: PlanId = 'free'): Meter =>
  c.get('ctx')?.meter ?? requestMeter({ plan }, timeOf(c));

export function requireMemory(c: AppContext): RequestMemory {
  const memory = c.get('memory');
  if (memory === undefined) throw new Error('A route that composes without a body');
  return memory;
}
