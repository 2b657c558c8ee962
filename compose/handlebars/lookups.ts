import type { SourceLocation } from 'handlebars/dist/cjs/handlebars.runtime.js';
import type { Meter } from './limits.ts';
import type { Expression, Frame } from './program.ts';

const { hasOwn } = Object;

/**
 * A field as the official runtime allows it: own properties only. Data values take the short way; functions
 * and inherited properties go through the runtime's rules for prototypes.
 */
function property(f: Frame, parent: unknown, name: string): unknown {
  const value = (parent as Record<string, unknown>)[name];
  if (value === null || value === undefined) return value;
  if (typeof value !== 'function' && hasOwn(parent as object, name)) return value;
  return f.container.lookupProperty(parent, name);
}

/**
 * `a.b.c` on a base. A missing step ends the path; with `falsy` any falsy value does.
 * Longer paths are charged: 50,000 segments are one opcode.
 */
export function lookUp(base: Expression, parts: readonly string[], falsy: boolean, meter: Meter): Expression {
  if (parts.length === 0) return base;
  if (parts.length === 1) {
    const name = parts[0]!;
    if (falsy) {
      return (f) => {
        const parent = base(f);
        return parent ? property(f, parent, name) : parent;
      };
    }
    return (f) => {
      const parent = base(f);
      return parent === null || parent === undefined ? parent : property(f, parent, name);
    };
  }
  return (f) => {
    let value = base(f);
    let i = 0;
    for (; i < parts.length; i++) {
      if (falsy ? !value : value === null || value === undefined) break;
      value = property(f, value, parts[i]!);
    }
    if (i > 4) meter.step(i);
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
    const hash: Record<string, unknown> = {};
    meter.step(pairs.length);
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
