import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/** Options override settings field by field; margin, header and footer one level deep (contract 6.1). */
export function mergeSettings(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  return {
    ...settings,
    ...options,
    ...(settings.margin && options.margin && { margin: { ...settings.margin, ...options.margin } }),
    ...(settings.header && options.header && { header: { ...settings.header, ...options.header } }),
    ...(settings.footer && options.footer && { footer: { ...settings.footer, ...options.footer } }),
  };
}
