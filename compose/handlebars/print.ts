import { TemplateFault } from './located.ts';
import { LimitExceeded, type Meter } from './limits.ts';
import { runtime } from './official.ts';

/** Characters that HTML gives a meaning to, in text or in attributes with or without quotes. */
const ESCAPABLE = /[&<>"'`=]/;

/**
 * The text of a value, as `'' + value` gives it: but arrays are walked under the meter, because an array of a
 * million empty strings, or one nested a thousand deep, is work that leaves no output to count.
 * @throws {LimitExceeded} | {TypeError}: an object whose data has a `toString` that is no function
 */
export function textOf(value: unknown, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return arrayText(value, meter, 1);
  return objectText(value);
}

/** An object prints as JavaScript says, unless its data has a field `toString`, which JavaScript would call. */
function objectText(value: unknown): string {
  if (typeof value === 'object' && value !== null && typeof value.toString !== 'function') {
    throw new TemplateFault('an object with a field "toString" cannot be printed');
  }
  return String(value);
}

function arrayText(values: readonly unknown[], meter: Meter, depth: number): string {
  if (depth > meter.limits.printDepth) throw new LimitExceeded('printDepth', meter.limits.printDepth);
  meter.step(values.length);
  let text = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) text += ',';
    text += Array.isArray(value) ? arrayText(value, meter, depth + 1) : textOf(value, meter);
  }
  return text;
}

/**
 * A value as JSON, walked under the meter first: how deep `JSON.stringify` gets depends on the platform's stack.
 * @throws {LimitExceeded}
 */
export function jsonOf(value: unknown, meter: Meter): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > meter.limits.printDepth) throw new LimitExceeded('printDepth', meter.limits.printDepth);
    meter.step(level.length);
    const below: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      for (const child of Array.isArray(node) ? node : Object.values(node)) below.push(child);
    }
    level = below;
  }
  return JSON.stringify(value);
}

/** A value as HTML text: escaped, unless it is a `SafeString`. */
export function escapedText(value: unknown, meter: Meter): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return ESCAPABLE.test(value) ? runtime.escapeExpression(value) : value;
  if (Array.isArray(value)) return runtime.escapeExpression(arrayText(value, meter, 1));
  if (typeof value === 'object' && value !== null && !('toHTML' in value)) {
    return runtime.escapeExpression(objectText(value));
  }
  return runtime.escapeExpression(value);
}
