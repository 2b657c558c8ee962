import { answered } from './storage/answered.ts';

/** What Drizzle uses of a prepared statement. */
type Statement = Pick<D1PreparedStatement, 'bind' | 'run' | 'all' | 'raw'>;

/** The same database, whose calls end: a statement that hangs fails. */
export function answeringWithin(database: D1Database, limitMs: number): D1Database {
  const within = <Result>(work: Promise<Result>): Promise<Result> => answered({ of: 'D1', limitMs }, work);
  const natives = new WeakMap<object, D1PreparedStatement>();
  const limited = (statement: D1PreparedStatement): Statement => {
    const made: Statement = {
      bind: (...values) => limited(statement.bind(...values)) as D1PreparedStatement,
      run: () => within(statement.run()),
      all: () => within(statement.all()),
      raw: (() => within(statement.raw())) as D1PreparedStatement['raw'],
    };
    natives.set(made, statement);
    return made;
  };
  const native = (statement: D1PreparedStatement): D1PreparedStatement => natives.get(statement) ?? statement;
  const used: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare: (query) => limited(database.prepare(query)) as D1PreparedStatement,
    batch: (statements) => within(database.batch(statements.map(native))),
  };
  return used as D1Database;
}
