import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { formatJson } from '../../json/json-value.ts';

export const DIFF_PARTS = [
  { part: 'html', label: 'HTML', language: 'template' },
  { part: 'header', label: 'Header', language: 'template' },
  { part: 'footer', label: 'Footer', language: 'template' },
  { part: 'settings', label: 'Settings', language: 'json' },
  { part: 'schema', label: 'Data schema', language: 'json' },
] as const;

export type DiffPart = (typeof DIFF_PARTS)[number]['part'];

/** The text of a part. The settings do not include the HTML of the header and footer. */
export function readPart({ content, settings, dataSchema }: EditedTemplate, part: DiffPart): string {
  const { header, footer } = settings;
  const texts: Readonly<Record<DiffPart, () => string>> = {
    html: () => content,
    header: () => header?.content ?? '',
    footer: () => footer?.content ?? '',
    settings: () =>
      formatJson({ ...settings, header: withoutContent(header), footer: withoutContent(footer) }),
    schema: () => (dataSchema === null ? '' : formatJson(dataSchema)),
  };
  return texts[part]();
}

function withoutContent(band: EditedTemplate['settings']['header']) {
  const { content: _text, ...rest } = band ?? {};
  return band && rest;
}
