import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/**
 * The request's options override the template's settings field by field. `margin`, `header` and `footer` are merged
 * one level deep. Source: contract 6.1.
 */
export function mergeSettings(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  return {
    ...settings,
    ...options,
    ...(settings.margin && options.margin && { margin: { ...settings.margin, ...options.margin } }),
    ...(settings.header && options.header && { header: { ...settings.header, ...options.header } }),
    ...(settings.footer && options.footer && { footer: { ...settings.footer, ...options.footer } }),
  };
}
