import type { GenerationMethod } from '../../../schema/api/sources.ts';

/** The name of the source of a file without a template. */
export const SOURCE_NAMES: Readonly<Record<GenerationMethod, string>> = {
  html: 'HTML',
  template: 'Template',
  url: 'URL',
  markdown: 'Markdown',
};
