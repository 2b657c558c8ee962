import { copiedRow, type CopiedRow, type CopiedTable } from '../../../../schema/api/ledger-copy.ts';
import { PLAN_IDS, type PlanId } from '../../../../schema/plans.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { RestoreProblem, RestoreResult } from './backup-protocol.ts';
import { type Balance, inMonth, monthOf } from '../admission/credits.ts';
import type { Events } from '../events/events.ts';
import type { LedgerIds } from './ledger-ids.ts';
import { allRows, firstRow, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const RESTORING_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS restored_rows (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      row TEXT NOT NULL
    );
  `,
};

/** A lost ledger counts again from zero, so these columns are added up. */
const COUNTERS: Partial<Readonly<Record<CopiedTable, string>>> = {
  usage_counts: 'generated',
  request_counts: 'requests',
  processing_times: 'files',
};

/** Sums of ended days. Those of the copy replace them, and the days since are added up again. */
const SUMS: readonly CopiedTable[] = ['metric_totals', 'metric_days'];

/** Their rows belong to files. Some of these were deleted while the copy was made. */
const OF_FILES: readonly (readonly [CopiedTable, condition: string])[] = [
  // Other rows of a group are reservations that run now.
  ['file_groups', 'pages IS NOT NULL AND'],
  ['copies', ''],
  ['idempotency', ''],
];

const VERSIONS = { templates_version: 'templates', targets_version: 'targets' } as const;

const PAGE = 1_000;

/** A workspace makes fewer changes between a copy and the loss. */
const VERSION_STEP = 1_000_000;

export interface RestoringDeps {
  readonly accounts: AccountStore;
  readonly events: Events;
  readonly ids: LedgerIds;
  readonly inTransaction: <Result>(work: () => Result) => Result;
}

/**
 * Fills a ledger that was lost with the rows of a copy (decision 59). The rows are collected first, and change the ledger
 * together. What the ledger recorded since it was lost stays.
 */
export class Restoring {
  readonly #sql: SqlStorage;
  readonly #deps: RestoringDeps;

  constructor(sql: SqlStorage, deps: RestoringDeps) {
    this.#sql = sql;
    this.#deps = deps;
  }

  /** Can be repeated: it forgets what was collected. */
  begin(): RestoreResult {
    this.#sql.exec('DELETE FROM restored_rows');
    return { rows: 0 };
  }

  /** All of the rows or none. */
  add(rows: readonly CopiedRow[]): RestoreResult {
    const columns = new Map<CopiedTable, ReadonlySet<string>>();
    for (const [index, { table, values }] of rows.entries()) {
      const known = columns.get(table) ?? this.#columnsOf(table);
      columns.set(table, known);
      const names = Object.keys(values);
      const unknown = names.find((name) => !known.has(name));
      if (unknown !== undefined)
        return { problem: 'row', index, reason: `${table} has no column "${unknown}"` };
      if (names.length === 0) return { problem: 'row', index, reason: 'has no columns' };
    }
    this.#deps.inTransaction(() => {
      for (const row of rows)
        this.#sql.exec('INSERT INTO restored_rows (row) VALUES (?)', JSON.stringify(row));
    });
    return { rows: this.#count() };
  }

  /** @param ledgerId of the ledger that was copied */
  end(ledgerId: string, now: number): RestoreResult {
    const { ids } = this.#deps;
    const rows = this.#count();
    if (rows === 0) return { problem: 'not-begun' };
    if (ids.has(ledgerId)) return { problem: 'not-lost' };
    const problem = this.#inTransactionUnless(() => {
      for (const table of SUMS) this.#sql.exec(`DELETE FROM ${table}`);
      this.#mergeAll(now);
      ids.addRestored(ledgerId);
    });
    return problem ?? { rows };
  }

  #mergeAll(now: number): void {
    let index = 0;
    for (const { table, values } of this.#collected()) {
      this.#merge(table, values, index, now);
      index += 1;
    }
    for (const [table, condition] of OF_FILES) {
      this.#sql.exec(`DELETE FROM ${table} WHERE ${condition} file_id NOT IN (SELECT file_id FROM files)`);
    }
    this.#sql.exec('DELETE FROM restored_rows');
    // Revoked keys were written into their table.
    this.#deps.accounts.forget();
  }

  /** In the order in which they were added. Memory has one page of them. */
  *#collected(): Generator<CopiedRow> {
    for (let seq = 0; ;) {
      const found = allRows(
        this.#sql,
        'SELECT * FROM restored_rows WHERE seq > ? ORDER BY seq LIMIT ?',
        seq,
        PAGE,
      );
      for (const { row } of found) yield copiedRow.parse(JSON.parse(String(row)));
      if (found.length < PAGE) return;
      seq = Number(found.at(-1)?.seq);
    }
  }

  #merge(table: CopiedTable, row: SqlRow, index: number, now: number): void {
    const { accounts, events } = this.#deps;
    switch (table) {
      case 'account':
        return this.#mergeBalance(row, now);
      case 'plan':
        // A plan that was set since the loss is newer.
        if (accounts.plan() === null) accounts.savePlan(planOf(row, index));
        return;
      case 'templates_version':
      case 'targets_version':
        // Isolates may remember rows of a version that the copy does not know.
        return accounts.raiseVersion(VERSIONS[table], Number(row.version) + VERSION_STEP);
      case 'webhooks_noted':
        return events.outbox.noteWebhook(now);
      default:
        this.#insert(table, row, index);
    }
  }

  #insert(table: CopiedTable, row: SqlRow, index: number): void {
    const names = Object.keys(row);
    const counter = COUNTERS[table];
    const onConflict =
      counter === undefined ? 'NOTHING' : `UPDATE SET ${counter} = ${counter} + excluded.${counter}`;
    try {
      this.#sql.exec(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
         ON CONFLICT DO ${onConflict}`,
        ...Object.values(row),
      );
    } catch (error) {
      // A constraint of the table, such as a missing value.
      throw new WrongRow(index, error instanceof Error ? error.message : String(error));
    }
  }

  /** What was spent since the ledger was lost is spent too. */
  #mergeBalance({ month, quota_used: quotaUsed, credits }: SqlRow, now: number): void {
    const { accounts } = this.#deps;
    const since = inMonth(accounts.balance(now), now);
    const copied: Balance = inMonth(
      { month: String(month ?? monthOf(now)), quotaUsed: Number(quotaUsed), credits: Number(credits) },
      now,
    );
    accounts.saveBalance({
      ...since,
      quotaUsed: copied.quotaUsed + since.quotaUsed,
      credits: copied.credits + since.credits,
    });
  }

  #inTransactionUnless(work: () => void): RestoreProblem | null {
    try {
      this.#deps.inTransaction(work);
      return null;
    } catch (error) {
      if (!(error instanceof WrongRow)) throw error;
      return { problem: 'row', index: error.index, reason: error.message };
    }
  }

  #columnsOf(table: CopiedTable): ReadonlySet<string> {
    return new Set(allRows(this.#sql, `PRAGMA table_info(${table})`).map(({ name }) => String(name)));
  }

  #count(): number {
    return Number(firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM restored_rows')?.n ?? 0);
  }
}

function planOf({ plan }: SqlRow, index: number): PlanId {
  const known = PLAN_IDS.find((id) => id === plan);
  if (known === undefined) throw new WrongRow(index, `there is no plan "${plan}"`);
  return known;
}

class WrongRow extends Error {
  override readonly name = 'WrongRow';
  /** In the order in which the rows were added. */
  readonly index: number;

  constructor(index: number, reason: string) {
    super(reason);
    this.index = index;
  }
}
