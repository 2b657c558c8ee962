import type { Picture, RenderWarning } from '@platen/pdf';
import { isPicture, isUsed, type Output, PDF_OPTIONS } from '../schema/api/output.ts';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';

/** Returns null for a PDF. Source of the defaults: contract 17.1. */
export function toPicture(output: Output | undefined): Picture | null {
  if (!isPicture(output) || output.type === 'pdf') return null;
  const { type, fullPage, selector, deviceScaleFactor, quality, transparent } = output;
  return {
    type,
    fullPage: fullPage ?? false,
    selector: selector ?? null,
    pixelRatio: deviceScaleFactor ?? 1,
    quality: quality ?? null,
    transparent: transparent ?? false,
  };
}

export interface PictureSettings {
  readonly settings: TemplateSettings;
  readonly warnings: readonly RenderWarning[];
}

/** A request for a picture has no options for PDFs, so these are the template's (contract 17.2). */
export function withoutPdfOptions(settings: TemplateSettings): PictureSettings {
  const unused = Object.entries(settings).filter(([name]) => PDF_OPTIONS.includes(name));
  const used = Object.entries(settings).filter(([name]) => !PDF_OPTIONS.includes(name));
  const warnings = unused
    .filter(([name, value]) => isUsed(name, value))
    .map(([name]) => ({
      code: 'UNUSED_OPTION',
      message: `The template sets \`${name}\`. It is for PDFs, and a picture ignores it.`,
      field: null,
    }));
  return { settings: Object.fromEntries(used), warnings };
}
