import { type Meter } from './limits.ts';
import type { Fields, SourceLocation } from './official.ts';
import type { Expression, Frame } from './program.ts';

/** Whatever is not null or undefined can be asked for a field. */
export const isPresent = (value: unknown): value is Fields => value !== null && value !== undefined;

/**
 * A field as the official runtime allows it: own properties only. Data values take the short way; functions
 * and inherited properties go through the runtime's rules for prototypes.
 */
function property(f: Frame, parent: Fields, name: string): unknown {
  const value = parent[name];
  if (value === null || value === undefined) return value;
  if (typeof value !== 'function' && Object.hasOwn(parent, name)) return value;
  return f.container.lookupProperty(parent, name);
}

/** `{{name}}`, the most frequent look-up of all, without the steps of the general one. */
export const fieldOfContext =
  (name: string): Expression =>
  (f) => {
    const { context } = f;
    return isPresent(context) ? property(f, context, name) : context;
  };

/** Longer paths are charged: 50,000 segments are one opcode. */
const FREE_SEGMENTS = 4;

/** `a.b.c` on a base. A missing step ends the path; with `falsy`, as for data, any falsy value does. */
export function lookUp(base: Expression, parts: readonly string[], falsy: boolean, meter: Meter): Expression {
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
    if (walked > FREE_SEGMENTS) meter.step(walked);
    return value;
  };
}

/** The modes `strict` and `assumeObjects`, where a missing step is an error. */
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

/** `key=value` pairs, evaluated in the order in which the opcodes assign them. */
export function hashOf(pairs: readonly (readonly [string, Expression])[], meter: Meter): Expression {
  return (f) => {
    meter.step(pairs.length);
    const hash: Record<string, unknown> = {};
    for (const [key, value] of pairs) {
      // A plain assignment of `__proto__` would change the prototype.
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
