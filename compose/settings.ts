import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';

/**
 * A template's settings with a request's options over them, field by field; `margin`, `header` and `footer`
 * merge one level deep. Source: decision 19.
 */
export function mergeSettings(settings: TemplateSettings, options: PdfOptions): TemplateSettings {
  return {
    ...settings,
    ...options,
    ...mergedPart('margin', settings, options),
    ...mergedPart('header', settings, options),
    ...mergedPart('footer', settings, options),
  };
}

/** Absent in both, absent in the result: `{ margin: undefined }` would not be the same. */
function mergedPart<Part extends 'margin' | 'header' | 'footer'>(
  part: Part,
  settings: PdfOptions,
  options: PdfOptions,
): Pick<PdfOptions, Part> | undefined {
  if (settings[part] === undefined && options[part] === undefined) return undefined;
  return { [part]: { ...settings[part], ...options[part] } } as Pick<PdfOptions, Part>;
}
