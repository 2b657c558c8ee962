import { INVOICE_SOURCES } from '../schema/api/e-invoice.ts';
import { isJsonObject } from '../schema/json-object.ts';
import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/** Merged one level deep (contract 6.1). A list replaces what it overrides. */
const OBJECTS = [
  'margin',
  'header',
  'footer',
  'metadata',
  'watermark',
  'letterhead',
  'encryption',
  'eInvoice',
] as const;

/** Options override settings field by field. */
export function mergeSettings(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  const { width, height, ...others } = settings;
  // They belong to the format that the options replace.
  const keepsSize = options.format === undefined || options.format === 'Custom';
  return {
    ...others,
    ...(keepsSize && { width, height }),
    ...options,
    ...Object.fromEntries(
      OBJECTS.flatMap((name) => {
        const merged = mergeFields(settings[name], options[name], EXCLUSIVE[name]);
        return merged === null ? [] : [[name, merged]];
      }),
    ),
  };
}

/** Fields that exclude each other. If the request gives one of them, it replaces those of the template. */
const EXCLUSIVE: Partial<Record<(typeof OBJECTS)[number], readonly string[]>> = {
  watermark: ['text', 'image'],
  letterhead: ['fileId', 'asset'],
  eInvoice: INVOICE_SOURCES,
};

/** Returns null if one of them is missing or a list. */
function mergeFields(base: unknown, changes: unknown, exclusive: readonly string[] = []) {
  if (!isJsonObject(base) || !isJsonObject(changes)) return null;
  const isReplaced = exclusive.some((name) => changes[name] !== undefined);
  const kept = Object.entries(base).filter(([name]) => !isReplaced || !exclusive.includes(name));
  return { ...Object.fromEntries(kept), ...changes };
}
