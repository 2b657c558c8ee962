import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/**
 * A template's settings with a request's options over them, field by field; `margin`, `header` and `footer`
 * merge one level deep. Source: decision 19.
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
