import type { Fields, SourceLocation } from './official-runtime.ts';
import type { MarkedName } from './official-compiler.ts';
import type { Expression, Frame } from './program-body.ts';

export const isPresent = (value: unknown): value is Fields => value !== null && value !== undefined;

/** Own properties only. Functions and inherited properties follow the runtime's rules for prototypes. */
function property(f: Frame, parent: Fields, name: string): unknown {
  const value = parent[name];
  if (value === null || value === undefined) return value;
  if (typeof value !== 'function' && Object.hasOwn(parent, name)) return value;
  return f.container.lookupProperty(parent, name);
}

/** `{{name}}`, the most frequent lookup. */
export const contextField =
  (name: string): Expression =>
  (f) => {
    const { context } = f;
    return isPresent(context) ? property(f, context, name) : context;
  };

/** Longer paths are charged: a path of 50,000 segments is a single opcode. */
const FREE_SEGMENTS = 4;

/** `a.b.c` on a base. A missing segment ends the path. With `falsy` (for `@data`), any falsy value ends it. */
export function lookUp(base: Expression, parts: readonly string[], falsy: boolean): Expression {
  const [name] = parts;
  if (name === undefined) return base;
  if (parts.length === 1 && !falsy) {
    return (f) => {
      const parent = base(f);
      return isPresent(parent) ? property(f, parent, name) : parent;
    };
  }
  return (f) => {
    let value = base(f);
    let walked = 0;
    for (const part of parts) {
      if (!isPresent(value) || (falsy && !value)) break;
      value = property(f, value, part);
      walked += 1;
    }
    if (walked > FREE_SEGMENTS) f.run.meter.step(walked);
    return value;
  };
}

/** The modes `strict` and `assumeObjects`, where a missing segment is an error. */
export function strictLookUp(
  base: Expression,
  parts: readonly string[],
  terminal: boolean,
  loc: SourceLocation | undefined,
): Expression {
  return (f) => {
    let value = base(f);
    for (const [i, name] of parts.entries()) {
      const last = terminal && i === parts.length - 1;
      value = last ? f.container.strict(value, name, loc) : f.container.lookupProperty(value, name);
    }
    return value;
  };
}

export function hashExpression(pairs: readonly (readonly [string, Expression])[]): Expression {
  return (f) => {
    f.run.meter.step(pairs.length);
    const hash: Record<string, unknown> = {};
    for (const [key, value] of pairs) {
      // An assignment to `__proto__` would change the prototype.
      if (key === '__proto__') {
        Object.defineProperty(hash, key, {
          value: value(f),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      } else hash[key] = value(f);
    }
    return hash;
  };
}

/** Returns a function that reports a missing name. Returns null if the value of the lookup may be missing. */
export function missingNote(marked: MarkedName | undefined): ((frame: Frame) => void) | null {
  if (marked === undefined) return null;
  const { name, loc } = marked;
  const position = { line: loc.start.line, column: loc.start.column + 1 };
  return ({ run, container }) => run.onMissing?.(name, position, container.partial);
}
