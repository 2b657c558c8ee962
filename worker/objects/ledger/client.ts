import { LEDGER_CALLS, type LedgerCalls, type WorkspaceLedgerCalls } from './calls.ts';

/** The calls of a ledger, as the Worker makes them. */
export type Ledger = {
  readonly [Name in keyof LedgerCalls]: (
    ...input: Parameters<LedgerCalls[Name]>
  ) => Promise<Awaited<ReturnType<LedgerCalls[Name]>>>;
};

/** Calls that can be repeated, and that a client waits for. */
const RETRIED: ReadonlySet<string> = new Set<keyof Ledger>([
  'admit',
  'growReservation',
  'enqueueJob',
  'startJob',
  'findJob',
  'cancelJob',
  'openBatch',
  'acceptBatch',
  'noteBatch',
  'reopenBatch',
  'startRow',
  'endRows',
  'beginPreview',
]);

/** @param open a new stub for each call, because a stub stays broken after its object was reset */
export function ledgerClient(open: () => DurableObjectStub<WorkspaceLedgerCalls>): Ledger {
  const calls = Object.keys(LEDGER_CALLS).map((name) => {
    const call = (...input: unknown[]) => callStub(open(), name, input);
    return [name, RETRIED.has(name) ? (...input: unknown[]) => retriedOnReset(() => call(...input)) : call];
  });
  return Object.fromEntries(calls);
}

async function callStub(stub: object, name: string, input: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(Reflect.get(stub, name), stub, input);
}

/**
 * Repeats a call once if the object was reset, as every deployment does. The call may have taken effect before the
 * reset. A reservation is then found by its file: it is counted and charged once. A request that reserves nothing, or
 * is refused, can be counted twice.
 */
async function retriedOnReset<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isReset(error)) throw error;
    return call();
  }
}

/** Source: developers.cloudflare.com/durable-objects/best-practices/error-handling. */
const isReset = (error: unknown): boolean =>
  error instanceof Error &&
  'retryable' in error &&
  error.retryable === true &&
  !('overloaded' in error && error.overloaded === true);
