import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { type BandsOptions, listBands } from '../../../schema/api/band-options.ts';
import { formatJson } from '../../json/json-value.ts';

export const DIFF_FIELDS = [
  { field: 'html', label: 'HTML', language: 'template' },
  { field: 'header', label: 'Header', language: 'template' },
  { field: 'footer', label: 'Footer', language: 'template' },
  { field: 'settings', label: 'Settings', language: 'json' },
  { field: 'schema', label: 'Data schema', language: 'json' },
  { field: 'translations', label: 'Languages', language: 'json' },
] as const;

export type DiffField = (typeof DIFF_FIELDS)[number]['field'];

/** The text of a field. The settings do not include the HTML of the header and footer. */
export function readField(
  { content, settings, dataSchema, translations }: EditedTemplate,
  field: DiffField,
): string {
  const { header, footer } = settings;
  const texts: Readonly<Record<DiffField, () => string>> = {
    html: () => content,
    header: () => readBands(header),
    footer: () => readBands(footer),
    settings: () =>
      formatJson({ ...settings, header: withoutContent(header), footer: withoutContent(footer) }),
    schema: () => (dataSchema === null ? '' : formatJson(dataSchema)),
    translations: () => (translations === null ? '' : formatJson(translations)),
  };
  return texts[field]();
}

/** If there are several, each is under the pages that have it. */
function readBands(bands: BandsOptions | undefined): string {
  const list = listBands(bands);
  const texts = list.map(({ content = '', pages = 'all pages' }) => `<!-- ${pages} -->\n${content}\n`);
  return list.length === 1 ? (list[0]?.content ?? '') : texts.join('\n');
}

function withoutContent(bands: BandsOptions | undefined) {
  const rest = listBands(bands).map(({ content: _text, ...others }) => others);
  return Array.isArray(bands) ? rest : rest[0];
}
