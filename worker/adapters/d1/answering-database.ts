import { answered } from '../stores/answered.ts';

/** Wraps the database so that a statement that hangs fails after `limitMs`. It has only the methods that Drizzle uses. */
export function answeringWithin(database: D1Database, limitMs: number): D1Database {
  const within = <Result>(work: Promise<Result>): Promise<Result> => answered({ of: 'D1', limitMs }, work);
  const natives = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const limited = (statement: D1PreparedStatement): D1PreparedStatement => {
    const made = new Proxy(statement, {
      get(target, property): unknown {
        if (property === 'bind') return (...values: unknown[]) => limited(target.bind(...values));
        if (property === 'run') return () => within(target.run());
        if (property === 'all') return () => within(target.all());
        if (property === 'raw') return () => within(target.raw());
        return undefined;
      },
    });
    natives.set(made, statement);
    return made;
  };
  const native = (statement: D1PreparedStatement): D1PreparedStatement => natives.get(statement) ?? statement;
  return new Proxy(database, {
    get(target, property): unknown {
      if (property === 'prepare') return (query: string) => limited(target.prepare(query));
      if (property === 'batch') {
        return (statements: D1PreparedStatement[]) => within(target.batch(statements.map(native)));
      }
      return undefined;
    },
  });
}
