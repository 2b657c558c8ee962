import type { Meter } from '@platen/meter';
import type { RenderWarning } from '@platen/pdf';
import { INVOICE_FIELDS, type InvoiceFields } from '../../schema/api/e-invoice-fields.ts';
import { isJsonObject } from '../../schema/json-object.ts';
import { findNearestName } from '../nearest-name.ts';
import type { Turns } from '../turns.ts';
import { toWarnings, type UnknownField } from './index.ts';

const MAX_LISTED = 20;

/** So many different names are compared with those of the model. */
const MAX_COMPARED = 200;

/** A name is looked up, and its value is visited. */
const WORK_PER_NAME = 20;

/** Two names are compared character by character. */
const WORK_PER_COMPARISON = 1_000;

/**
 * Finds fields of an invoice in the data of a template that are like a field of their object. Others are for the pages.
 * @param path of the invoice, such as `templateData`
 */
export function* findMisspelledFields(invoice: unknown, path: string, meter: Meter): Turns<RenderWarning[]> {
  const listed: UnknownField[] = [];
  const nearest = new Map<InvoiceFields, Map<string, string | null>>();
  let compared = 0;

  const suggest = (name: string, fields: InvoiceFields): string | null => {
    const known = nearest.get(fields) ?? new Map<string, string | null>();
    nearest.set(fields, known);
    const found = known.get(name);
    if (found !== undefined || compared >= MAX_COMPARED) return found ?? null;
    compared += 1;
    meter.charge(WORK_PER_COMPARISON * fields.size);
    const suggestion = findNearestName(name, fields.keys());
    known.set(name, suggestion);
    return suggestion;
  };

  function* visit(value: unknown, fields: InvoiceFields, place: string): Turns<void> {
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) yield* visit(one, fields, `${place}[${index}]`);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (listed.length >= MAX_LISTED) return;
      meter.charge(WORK_PER_NAME);
      if (meter.isDue) yield;
      const inner = fields.get(name);
      if (inner) yield* visit(value[name], inner, `${place}.${name}`);
      if (inner !== undefined) continue;
      const suggestion = suggest(name, fields);
      // Both may be there: the model has `order`, and the pages have `orders`.
      if (suggestion !== null && !Object.hasOwn(value, suggestion))
        listed.push({ path: `${place}.${name}`, instead: `${place}.${suggestion}` });
    }
  }

  yield* visit(invoice, INVOICE_FIELDS, path);
  return toWarnings({ listed, more: false });
}
