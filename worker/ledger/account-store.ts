import { PLAN_IDS, type PlanId } from '../../schema/plans.ts';
import { type Balance, monthOf } from './credits.ts';
import type { Versioned } from './protocol.ts';
import type { RateWindow } from '../rate-limit/rate-window.ts';
import { allRows, firstRow } from './sql-row.ts';

const TABLES = `
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
`;

export class AccountStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  rememberWorkspace(workspaceId: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO workspace (id, workspace_id) VALUES (1, ?)', workspaceId);
  }

  workspaceId(): string {
    const row = firstRow(this.#sql, 'SELECT workspace_id FROM workspace');
    if (row === null) throw new Error('A ledger without its workspace id');
    return String(row.workspace_id);
  }

  balance(now: number): Balance {
    const row = firstRow(this.#sql, 'SELECT month, quota_used, credits FROM account');
    return row === null
      ? { month: monthOf(now), quotaUsed: 0, credits: 0 }
      : { month: String(row.month), quotaUsed: Number(row.quota_used), credits: Number(row.credits) };
  }

  saveBalance(balance: Balance): void {
    this.#sql.exec(
      `INSERT INTO account (id, month, quota_used, credits) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         month = excluded.month, quota_used = excluded.quota_used, credits = excluded.credits`,
      balance.month,
      balance.quotaUsed,
      balance.credits,
    );
  }

  /** Null if the plan was never changed. */
  plan(): PlanId | null {
    const id = firstRow(this.#sql, 'SELECT plan FROM plan')?.plan;
    return PLAN_IDS.find((plan) => plan === id) ?? null;
  }

  savePlan(plan: PlanId): void {
    this.#sql.exec('INSERT OR REPLACE INTO plan (id, plan) VALUES (1, ?)', plan);
  }

  isClosed(): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM account WHERE closed_at IS NOT NULL') !== null;
  }

  close(now: number): void {
    this.saveBalance(this.balance(now));
    this.#sql.exec('UPDATE account SET closed_at = ?', now);
  }

  rateWindow(): RateWindow | null {
    const row = firstRow(this.#sql, 'SELECT started_at, count FROM rate_window');
    return row === null ? null : { startedAt: Number(row.started_at), count: Number(row.count) };
  }

  saveRateWindow(window: RateWindow): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO rate_window (id, started_at, count) VALUES (1, ?, ?)',
      window.startedAt,
      window.count,
    );
  }

  isRevoked(keyId: string): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM revoked_keys WHERE key_id = ?', keyId) !== null;
  }

  revoke(keyId: string, now: number): void {
    this.#sql.exec('INSERT OR IGNORE INTO revoked_keys (key_id, revoked_at) VALUES (?, ?)', keyId, now);
  }

  noteUse(keyId: string, now: number): void {
    // INSERT OR REPLACE would write the index too.
    this.#sql.exec(
      `INSERT INTO key_use (key_id, last_used_at) VALUES (?, ?)
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
      keyId,
      now,
    );
  }

  /** Rises with every change. 0 before the first one. */
  version(of: Versioned): number {
    return Number(firstRow(this.#sql, `SELECT version FROM ${of}_version`)?.version ?? 0);
  }

  noteChanged(of: Versioned): void {
    this.#sql.exec(
      `INSERT INTO ${of}_version (id, version) VALUES (1, 1)
       ON CONFLICT (id) DO UPDATE SET version = version + 1`,
    );
  }

  /** To this version at least. */
  raiseVersion(of: Versioned, version: number): void {
    this.#sql.exec(
      `INSERT INTO ${of}_version (id, version) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET version = MAX(version, excluded.version)`,
      version,
    );
  }

  lastUses(): Record<string, number> {
    const rows = allRows(this.#sql, 'SELECT key_id, last_used_at FROM key_use');
    return Object.fromEntries(rows.map((row) => [String(row.key_id), Number(row.last_used_at)]));
  }
}
