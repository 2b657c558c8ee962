import { INVOICE_SOURCES } from '../schema/api/e-invoice.ts';
import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/** Merged one level deep (contract 6.1). A list replaces what it overrides. */
const OBJECTS = ['margin', 'header', 'footer', 'metadata', 'watermark', 'encryption', 'eInvoice'] as const;

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
        const merged = mergeFields(withoutContent(settings, options)[name], options[name]);
        return merged === null ? [] : [[name, merged]];
      }),
    ),
  };
}

/** Returns null if one of them is missing or a list. */
const mergeFields = (base: unknown, changes: unknown) =>
  isFields(base) && isFields(changes) ? { ...base, ...changes } : null;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What goes instead of each other: the text of a request replaces the image of a template, and its XML the data. */
const CONTENTS = { watermark: ['text', 'image'], eInvoice: INVOICE_SOURCES } as const;

function withoutContent(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  const { watermark, eInvoice } = settings;
  return {
    ...settings,
    watermark: isReplaced(options.watermark, CONTENTS.watermark)
      ? { ...watermark, text: undefined, image: undefined }
      : watermark,
    eInvoice: isReplaced(options.eInvoice, CONTENTS.eInvoice)
      ? { ...eInvoice, data: undefined, xml: undefined, xmlTemplate: undefined }
      : eInvoice,
  };
}

const isReplaced = (given: object | undefined, fields: readonly string[]): boolean =>
  given !== undefined && fields.some((field) => Reflect.get(given, field) !== undefined);
