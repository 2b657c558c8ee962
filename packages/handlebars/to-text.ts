import { LimitExceeded, type Meter } from './limits.ts';
import { runtime } from './official-runtime.ts';
import type { Run } from './run.ts';
import { TemplateFault } from './template-fault.ts';

/** Characters with a meaning in HTML text, or in attributes with or without quotes. */
const ESCAPABLE = /[&<>"'`=]/;

/** Metered: arrays can be work without output. @throws {LimitExceeded | TemplateFault} */
export function toText(value: unknown, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return arrayText(value, meter, 1);
  return objectText(value);
}

/** `String` would call a field `toString` of the data. */
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
    text += Array.isArray(value) ? arrayText(value, meter, depth + 1) : toText(value, meter);
  }
  return text;
}

/** Walked under the meter first: only the stack limits `JSON.stringify`. @throws {LimitExceeded} */
export function toJson(value: unknown, meter: Meter): string | undefined {
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

export function toMaskedText(value: unknown, { meter, mask }: Run): string {
  const text = toEscapedText(value, meter);
  return mask === undefined ? text : mask(text);
}

/** A `SafeString` is not escaped. */
function toEscapedText(value: unknown, meter: Meter): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return ESCAPABLE.test(value) ? runtime.escapeExpression(value) : value;
  if (Array.isArray(value)) return runtime.escapeExpression(arrayText(value, meter, 1));
  if (typeof value === 'object' && value !== null && !('toHTML' in value)) {
    return runtime.escapeExpression(objectText(value));
  }
  return runtime.escapeExpression(value);
}
