import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/** Merged one level deep (contract 6.1). A list replaces what it overrides. */
const OBJECTS = ['margin', 'header', 'footer', 'metadata', 'watermark', 'encryption'] as const;

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
        const base = name === 'watermark' ? withoutContent(settings, options) : settings[name];
        const merged = mergeFields(base, options[name]);
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

/** The text of a request replaces the image of a template. */
function withoutContent({ watermark }: TemplateSettings, options: PdfOptions): TemplateSettings['watermark'] {
  const isReplaced = options.watermark?.text !== undefined || options.watermark?.image !== undefined;
  return isReplaced ? { ...watermark, text: undefined, image: undefined } : watermark;
}
