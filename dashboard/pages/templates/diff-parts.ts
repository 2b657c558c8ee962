import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { writeJson } from '../../json/json-value.ts';

/** What two versions of a template are compared by. */
export const DIFF_PARTS = [
  { part: 'html', label: 'HTML', language: 'template' },
  { part: 'header', label: 'Header', language: 'template' },
  { part: 'footer', label: 'Footer', language: 'template' },
  { part: 'settings', label: 'Settings', language: 'json' },
  { part: 'schema', label: 'Data schema', language: 'json' },
] as const;

export type DiffPart = (typeof DIFF_PARTS)[number]['part'];

/** The text of a part; settings are without the texts of header and footer, which are parts of their own. */
export function textOf({ content, settings, dataSchema }: EditedTemplate, part: DiffPart): string {
  const { header, footer } = settings;
  const texts: Readonly<Record<DiffPart, () => string>> = {
    html: () => content,
    header: () => header?.content ?? '',
    footer: () => footer?.content ?? '',
    settings: () =>
      writeJson({ ...settings, header: withoutContent(header), footer: withoutContent(footer) }),
    schema: () => (dataSchema === null ? '' : writeJson(dataSchema)),
  };
  return texts[part]();
}

function withoutContent(band: EditedTemplate['settings']['header']) {
  const { content: _text, ...rest } = band ?? {};
  return band && rest;
}
