import { findWorkspace } from '../../adapters/d1/workspaces.ts';
import { answered } from '../../adapters/stores/answered.ts';
import type { BaseCtx } from '../../ctx.ts';

/** What a print needs, and whether it answers. */
export interface Readiness {
  readonly database: boolean;
  readonly storage: boolean;
  readonly browser: boolean;
}

const ANSWER_MS = 20_000;

/** An answer serves all who ask within this time: anybody may ask. */
const REPEATED_MS = 2_000;

/** A browser that has started is believed for this long. Otherwise a probe would keep one running that nobody prints with. */
const BROWSER_TRUST_MS = 600_000;

/** Of this isolate. It has no promise: workerd lets no request wait for the work of another one. */
let last: { readonly at: number; readonly readiness: Readiness } | null = null;
let browserStartedAt = Number.NEGATIVE_INFINITY;

/** Asks the database for a table, the storage for an object that does not exist, and the renderer for a browser. */
export async function checkReadiness({ services }: BaseCtx): Promise<Readiness> {
  const at = services.now();
  if (last !== null && at - last.at < REPEATED_MS) return last.readiness;
  const [database, storage, browser] = await Promise.all([
    answers('D1', () => findWorkspace(services.database, '')),
    answers('R2', () => services.fileStore.head('readiness')),
    at - browserStartedAt < BROWSER_TRUST_MS || answers('The browser', () => services.renderer.start()),
  ]);
  if (browser && at - browserStartedAt >= BROWSER_TRUST_MS) browserStartedAt = at;
  last = { at, readiness: { database, storage, browser } };
  return last.readiness;
}

/** The reason is in the log alone. */
async function answers(of: string, ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await answered({ of, limitMs: ANSWER_MS }, ask());
    return true;
  } catch (error) {
    console.error(JSON.stringify({ event: 'not_ready', of, cause: String(error) }));
    return false;
  }
}
