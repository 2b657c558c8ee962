import { DurableObject } from 'cloudflare:workers';
import { LEDGER_CALLS } from './calls.ts';
import type { LedgerEnv } from './ledger-env.ts';
import { openLedger, type OpenLedger } from './open-ledger.ts';

/** The consistent state of one workspace (decision 1). All that must survive eviction is in SQLite. */
export class WorkspaceLedger extends DurableObject<LedgerEnv> {
  readonly #ledger: OpenLedger;

  constructor(ctx: DurableObjectState, env: LedgerEnv) {
    super(ctx, env);
    this.#ledger = openLedger({
      storage: ctx.storage,
      env: () => this.env,
      now: () => this.now(),
      inBackground: (work) => ctx.waitUntil(work),
    });
    // The name is set for calls, but not always for alarms.
    if (ctx.id.name !== undefined) this.#ledger.accounts.rememberWorkspace(ctx.id.name);
  }

  static {
    // The runtime finds the methods of an object on its prototype. TypeScript does not see them: callers use `LedgerCalls`.
    for (const [name, call] of Object.entries(LEDGER_CALLS)) {
      Object.defineProperty(this.prototype, name, {
        value(this: WorkspaceLedger, ...input: unknown[]): unknown {
          return Reflect.apply(call, null, [this.#ledger, ...input]);
        },
      });
    }
  }

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  override async alarm(): Promise<void> {
    await this.#ledger.alarm.run();
  }
}
