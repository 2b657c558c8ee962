import { createHash } from 'node:crypto';
import { allRows } from './sql-row.ts';

export interface Tables {
  /** Statements that can be repeated. */
  readonly create: string;
  /** By table: the columns that a table from before they existed gets, by name their types. */
  readonly addedColumns?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** In the object, under this key: the version that its tables have. */
const VERSION = 'schema';

/** All tables of a Durable Object. */
export class Schema {
  readonly #tables: readonly Tables[];
  #version: string | null = null;

  constructor(tables: readonly Tables[]) {
    this.#tables = tables;
  }

  /** Changes with each change of the tables. */
  get version(): string {
    this.#version ??= digest(JSON.stringify(this.#tables));
    return this.#version;
  }

  /**
   * Call it before the tables are used. An object that wakes has them: then it only reads the version, because the statements
   * would be most of the time that a wake takes.
   */
  createIn({ kv, sql }: DurableObjectStorage): void {
    if (kv.get(VERSION) === this.version) return;
    for (const { create, addedColumns = {} } of this.#tables) {
      sql.exec(create);
      for (const [table, columns] of Object.entries(addedColumns)) addColumns(sql, table, columns);
    }
    // Last: if a statement fails, the next wake repeats them all.
    kv.put(VERSION, this.version);
  }
}

const digest = (text: string): string =>
  createHash('sha256').update(new TextEncoder().encode(text)).digest().toHex();

function addColumns(sql: SqlStorage, table: string, columns: Readonly<Record<string, string>>): void {
  const known = new Set(allRows(sql, `PRAGMA table_info(${table})`).map((column) => column.name));
  for (const [name, type] of Object.entries(columns))
    if (!known.has(name)) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}
