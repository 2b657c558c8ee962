import { PLAN_IDS, type PlanId } from '../../../../schema/plans.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import { type Balance, monthOf } from './credits.ts';
import type { Versioned } from './admission-protocol.ts';
import type { RateWindow } from '../../rate-limit/rate-window.ts';
import { allRows, firstRow, optionalText, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const ACCOUNT_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS account (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      month TEXT NOT NULL,
      quota_used INTEGER NOT NULL,
      credits INTEGER NOT NULL,
      closed_at INTEGER
    );
    CREATE TABLE IF NOT EXISTS workspace (id INTEGER PRIMARY KEY CHECK (id = 1), workspace_id TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS plan (id INTEGER PRIMARY KEY CHECK (id = 1), plan TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS rate_window (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      started_at INTEGER NOT NULL,
      count INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS revoked_keys (key_id TEXT PRIMARY KEY, revoked_at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS key_use (key_id TEXT PRIMARY KEY, last_used_at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS templates_version (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS targets_version (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL);
  `,
};

/**
 * D1 knows revoked keys too, and keeps fewer. A row here matters only while an isolate still has the key in its cache, and a
 * workspace cannot revoke as many keys in this time.
 */
const MAX_REVOKED_KEYS = 10_000;

/** More than a workspace has keys and people, but for those that are gone. */
const MAX_KEY_USES = 10_000;

const READ = `
  SELECT workspace.workspace_id, plan.plan, account.month, account.quota_used, account.credits, account.closed_at,
    rate_window.started_at, rate_window.count,
    templates_version.version AS templates_version, targets_version.version AS targets_version
  FROM (SELECT 1 AS id) AS this
    LEFT JOIN workspace USING (id) LEFT JOIN plan USING (id) LEFT JOIN account USING (id) LEFT JOIN rate_window USING (id)
    LEFT JOIN templates_version USING (id) LEFT JOIN targets_version USING (id)
`;

/** The rows of the tables that have one row. */
interface Known {
  readonly workspaceId: string | null;
  readonly plan: PlanId | null;
  readonly balance: Balance | null;
  readonly isClosed: boolean;
  readonly window: RateWindow | null;
  readonly templates: number;
  readonly targets: number;
}

/**
 * Every request needs the account several times, and nothing else writes these tables. So the account is read once, and then
 * kept in memory as it was written.
 */
export class AccountStore {
  readonly #sql: SqlStorage;
  #known: Known | null = null;
  /** The ids of revoked keys. It is null until they are read. */
  #revoked: ReadonlySet<string> | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Drops the cached values. The tables do not have them, because a transaction was rolled back. */
  forget(): void {
    this.#known = null;
    this.#revoked = null;
  }

  #read(): Known {
    this.#known ??= toKnown(firstRow(this.#sql, READ) ?? {});
    return this.#known;
  }

  #write(change: Partial<Known>, statement: string, ...values: SqlStorageValue[]): void {
    const known = this.#read();
    // If the statement fails, the account is read again.
    this.#known = null;
    this.#sql.exec(statement, ...values);
    this.#known = { ...known, ...change };
  }

  rememberWorkspace(workspaceId: string): void {
    if (this.#read().workspaceId !== null) return;
    this.#write({ workspaceId }, 'INSERT INTO workspace (id, workspace_id) VALUES (1, ?)', workspaceId);
  }

  workspaceId(): string {
    const { workspaceId } = this.#read();
    if (workspaceId === null) throw new Error('A ledger without its workspace id');
    return workspaceId;
  }

  balance(now: number): Balance {
    return this.#read().balance ?? { month: monthOf(now), quotaUsed: 0, credits: 0 };
  }

  saveBalance(balance: Balance): void {
    const { month, quotaUsed, credits } = balance;
    this.#write(
      { balance: { month, quotaUsed, credits } },
      `INSERT INTO account (id, month, quota_used, credits) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         month = excluded.month, quota_used = excluded.quota_used, credits = excluded.credits`,
      month,
      quotaUsed,
      credits,
    );
  }

  /** Returns null if the plan was never changed. */
  plan(): PlanId | null {
    return this.#read().plan;
  }

  savePlan(plan: PlanId): void {
    this.#write({ plan }, 'INSERT OR REPLACE INTO plan (id, plan) VALUES (1, ?)', plan);
  }

  isClosed(): boolean {
    return this.#read().isClosed;
  }

  close(now: number): void {
    this.saveBalance(this.balance(now));
    this.#write({ isClosed: true }, 'UPDATE account SET closed_at = ?', now);
  }

  rateWindow(): RateWindow | null {
    return this.#read().window;
  }

  saveRateWindow({ startedAt, count }: RateWindow): void {
    this.#write(
      { window: { startedAt, count } },
      'INSERT OR REPLACE INTO rate_window (id, started_at, count) VALUES (1, ?, ?)',
      startedAt,
      count,
    );
  }

  isRevoked(keyId: string): boolean {
    this.#revoked ??= new Set(
      allRows(this.#sql, 'SELECT key_id FROM revoked_keys').map((row) => String(row.key_id)),
    );
    return this.#revoked.has(keyId);
  }

  revoke(keyId: string, now: number): void {
    this.#revoked = null;
    this.#sql.exec('INSERT OR IGNORE INTO revoked_keys (key_id, revoked_at) VALUES (?, ?)', keyId, now);
    this.#keepNewest('revoked_keys', 'revoked_at', MAX_REVOKED_KEYS);
  }

  #keepNewest(table: 'revoked_keys' | 'key_use', time: string, kept: number): void {
    this.#sql.exec(
      `DELETE FROM ${table} WHERE key_id IN (
         SELECT key_id FROM ${table} ORDER BY ${time} DESC, key_id DESC LIMIT -1 OFFSET ?)`,
      kept,
    );
  }

  noteUse(keyId: string, now: number): void {
    // INSERT OR REPLACE would write the index too.
    const { rowsWritten } = this.#sql.exec(
      `INSERT INTO key_use (key_id, last_used_at) VALUES (?, ?)
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
      keyId,
      now,
    );
    // Only the first use of a key writes it, and adds a row.
    if (rowsWritten > 1) this.#keepNewest('key_use', 'last_used_at', MAX_KEY_USES);
  }

  /** Rises with every change. 0 before the first one. */
  version(of: Versioned): number {
    return this.#read()[of];
  }

  noteChanged(of: Versioned): void {
    this.#write(
      { [of]: this.version(of) + 1 },
      `INSERT INTO ${of}_version (id, version) VALUES (1, 1)
       ON CONFLICT (id) DO UPDATE SET version = version + 1`,
    );
  }

  lastUses(): Record<string, number> {
    const rows = allRows(this.#sql, 'SELECT key_id, last_used_at FROM key_use');
    return Object.fromEntries(rows.map((row) => [String(row.key_id), Number(row.last_used_at)]));
  }
}

const toKnown = (row: SqlRow): Known => ({
  workspaceId: optionalText(row.workspace_id),
  plan: row.plan === null ? null : readStored(PLAN_IDS, row.plan, 'plan.plan'),
  balance: toBalance(row),
  isClosed: typeof row.closed_at === 'number',
  window: typeof row.started_at === 'number' ? { startedAt: row.started_at, count: Number(row.count) } : null,
  templates: Number(row.templates_version ?? 0),
  targets: Number(row.targets_version ?? 0),
});

const toBalance = ({ month, quota_used: quotaUsed, credits }: SqlRow): Balance | null =>
  typeof month === 'string' ? { month, quotaUsed: Number(quotaUsed), credits: Number(credits) } : null;
