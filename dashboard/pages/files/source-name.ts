import type { FileMethod } from '../../../schema/api/sources.ts';

/** The name of the source of a file without a template. */
export const SOURCE_NAMES: Readonly<Record<FileMethod, string>> = {
  html: 'HTML',
  template: 'Template',
  url: 'URL',
  markdown: 'Markdown',
  upload: 'Uploaded',
};
