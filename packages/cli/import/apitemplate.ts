import { basename } from 'node:path';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { CommandFailure } from '../command.ts';
import type { Importer } from './imported.ts';
import { toMargin, toPaper } from './lengths.ts';
import { JINJA } from './markup/dialects.ts';
import { convertMarkup } from './markup/convert-markup.ts';
import type { Notes } from './notes.ts';
import { parseJson, readText } from './read-files.ts';
import { withStyle } from './with-style.ts';

/** The answer of `get-template` of APITemplate.io: `body`, `css` and `settings`, which is a text of JSON. */
export const importApitemplate: Importer = async (path, notes) => {
  const answer = parseJson(await readText(path), path);
  if (!isJsonObject(answer) || typeof answer.body !== 'string')
    throw new CommandFailure(`${path} is no answer of APITemplate's get-template: it has no \`body\`.`);
  const file = basename(path);
  const { body, css, js, settings, template_name: name, template_id: id } = answer;
  const html = convertMarkup({ text: body, file, dialect: JINJA }, notes);
  if (typeof js === 'string' && js.trim() !== '')
    notes.add(file, null, 'the JavaScript of the template was not turned');
  const template = {
    name: [name, id].find((given) => typeof given === 'string') ?? file.replace(/\.json$/i, ''),
    content: withStyle(html, typeof css === 'string' ? css.replaceAll(/<\/?style[^>]*>/gi, '') : ''),
    settings: toSettings(
      typeof settings === 'string' ? parseJson(settings || '{}', path) : settings,
      file,
      notes,
    ),
    dataSchema: null,
    sampleSets: [],
  };
  return { templates: [template], partials: new Map(), assets: new Map() };
};

const KNOWN: ReadonlySet<string> = new Set([
  'paper_size',
  'custom_width',
  'custom_height',
  'orientation',
  'margin_top',
  'margin_right',
  'margin_bottom',
  'margin_left',
  'print_background',
  'display_header_footer',
  'custom_header',
  'custom_footer',
]);

function toSettings(given: unknown, file: string, notes: Notes): TemplateSettings {
  if (!isJsonObject(given)) return {};
  for (const [name, value] of Object.entries(given)) {
    if (!KNOWN.has(name) && value !== null && value !== '' && value !== '0')
      notes.add(file, null, `the setting "${name}" was not turned`);
  }
  const { paper_size: size, custom_width: width, custom_height: height, orientation } = given;
  const { margin_top: top, margin_right: right, margin_bottom: bottom, margin_left: left } = given;
  const margin = toMargin({ top, right, bottom, left }, 'mm');
  const showsBands = given.display_header_footer === true || given.display_header_footer === '1';
  return {
    ...toPaper({ format: size, width, height }, 'mm'),
    ...(String(orientation) === '2' && { orientation: 'landscape' }),
    ...(margin !== null && { margin }),
    ...(String(given.print_background) === '0' && { printBackground: false }),
    ...(showsBands && {
      ...toBand('header', given.custom_header, file, notes),
      ...toBand('footer', given.custom_footer, file, notes),
    }),
  };
}

function toBand(edge: string, text: unknown, file: string, notes: Notes) {
  if (typeof text !== 'string' || text.trim() === '') return {};
  return { [edge]: { content: convertMarkup({ text, file: `${file} (${edge})`, dialect: JINJA }, notes) } };
}
