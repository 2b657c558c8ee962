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
      OBJECTS.filter((name) => isObject(settings[name]) && isObject(options[name])).map((name) => [
        name,
        { ...(name === 'watermark' ? withoutContent(settings, options) : settings[name]), ...options[name] },
      ]),
    ),
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

/** The text of a request replaces the image of a template. */
function withoutContent({ watermark }: TemplateSettings, options: PdfOptions): TemplateSettings['watermark'] {
  const isReplaced = options.watermark?.text !== undefined || options.watermark?.image !== undefined;
  return isReplaced ? { ...watermark, text: undefined, image: undefined } : watermark;
}
