import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/** Options override settings field by field; margin, header and footer one level deep (contract 6.1). */
export function mergeSettings(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  const { width, height, ...others } = settings;
  // They belong to the format that the options replace.
  const keepsSize = options.format === undefined || options.format === 'Custom';
  return {
    ...others,
    ...(keepsSize && { width, height }),
    ...options,
    ...(settings.margin && options.margin && { margin: { ...settings.margin, ...options.margin } }),
    ...(settings.header && options.header && { header: { ...settings.header, ...options.header } }),
    ...(settings.footer && options.footer && { footer: { ...settings.footer, ...options.footer } }),
  };
}
