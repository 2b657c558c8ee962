import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { CommandFailure } from '../command.ts';
import type { ImportedTemplate, Importer } from './imported.ts';
import { toMargin, toPaper } from './lengths.ts';
import { LIQUID } from './markup/dialects.ts';
import { convertMarkup } from './markup/convert-markup.ts';
import { partialName } from './names.ts';
import type { Notes } from './notes.ts';
import { listFiles, parseJson, readOptional, readText } from './read-files.ts';
import { noteScss, withStyle } from './with-style.ts';

/** A template in the files of PDFMonkey's own command, or in an answer of its API. */
interface Parts {
  readonly name: string;
  /** For notes. */
  readonly file: string;
  readonly body: string;
  readonly css: string;
  readonly sample: unknown;
  readonly settings: unknown;
}

const BODY = 'body.html.liquid';
const SNIPPET = 'code.liquid';

export const importPdfmonkey: Importer = async (path, notes) => {
  const isFolder = (await stat(path)).isDirectory();
  const parts = isFolder ? await readFolder(path) : await readAnswer(path, notes);
  const partials = isFolder ? await readSnippets(path, notes) : new Map<string, string>();
  if (parts.length === 0 && partials.size === 0)
    throw new CommandFailure(
      `${path} has no template of PDFMonkey: no ${BODY}, and no \`document_template\`.`,
    );
  return { templates: parts.map((each) => turn(each, notes)), partials, assets: new Map() };
};

async function readFolder(folder: string): Promise<Parts[]> {
  const bodies = (await listFiles(folder)).filter((file) => basename(file) === BODY);
  return Promise.all(
    bodies.map(async (file) => {
      const inner = join(folder, dirname(file));
      const read = async (name: string) => (await readOptional(join(inner, name))) ?? '';
      const [css, sample, settings] = await Promise.all([
        read('styles.scss'),
        read('sample_data.json'),
        read('settings.json'),
      ]);
      return {
        name: basename(inner),
        file,
        body: await readText(join(folder, file)),
        css,
        sample: sample.trim() === '' ? null : parseJson(sample, join(inner, 'sample_data.json')),
        settings: settings.trim() === '' ? null : parseJson(settings, join(inner, 'settings.json')),
      };
    }),
  );
}

async function readSnippets(folder: string, notes: Notes): Promise<Map<string, string>> {
  const partials = new Map<string, string>();
  for (const file of (await listFiles(folder)).filter((each) => basename(each) === SNIPPET)) {
    const name = partialName(basename(join(folder, dirname(file))));
    if (partials.has(name)) {
      notes.add(file, null, `was not turned: another snippet becomes the partial "${name}" too`);
      continue;
    }
    const text = await readText(join(folder, file));
    partials.set(name, convertMarkup({ text, file, dialect: LIQUID }, notes));
  }
  return partials;
}

/** Reads the published version of each template, or else the draft. */
async function readAnswer(path: string, notes: Notes): Promise<Parts[]> {
  const answer = parseJson(await readText(path), path);
  const { document_template: one, document_templates: many } = isJsonObject(answer) ? answer : {};
  const found = one === undefined ? many : [one];
  const file = basename(path);
  return (Array.isArray(found) ? found : [answer]).flatMap((template) => {
    if (!isJsonObject(template)) return [];
    const text = (field: string, otherwise = '') =>
      [template[field], template[`${field}_draft`]].find((given) => typeof given === 'string') ?? otherwise;
    const body = text('body');
    if (template.edition_mode === 'builder' || body === '') {
      notes.add(file, null, `"${text('identifier')}" has no HTML: it was made in the builder`);
      return [];
    }
    const sample = template.sample_data ?? template.sample_data_draft ?? null;
    return [
      {
        name: text('identifier', 'template'),
        file,
        body,
        css: text('scss_style'),
        sample: typeof sample === 'string' && sample.trim() !== '' ? parseJson(sample, path) : sample,
        settings: template.settings ?? template.settings_draft ?? null,
      },
    ];
  });
}

function turn({ name, file, body, css, sample, settings }: Parts, notes: Notes): ImportedTemplate {
  noteScss(css, file.replace(BODY, 'styles.scss'), notes);
  const html = convertMarkup({ text: body, file, dialect: LIQUID }, notes);
  return {
    name,
    content: withStyle(html, css),
    settings: toSettings(settings, file, notes),
    dataSchema: null,
    sampleSets: isJsonObject(sample) ? [{ name: 'Sample', data: sample }] : [],
  };
}

const KNOWN = ['orientation', 'paper_format', 'paper_width', 'paper_height', 'margin', 'header', 'footer'];

function toSettings(given: unknown, file: string, notes: Notes): TemplateSettings {
  const settings = typeof given === 'string' && given.trim() !== '' ? parseJson(given, file) : given;
  if (!isJsonObject(settings)) return {};
  for (const [name, value] of Object.entries(settings)) {
    if (!KNOWN.includes(name) && value !== null && value !== false && value !== '')
      notes.add(file, null, `the setting "${name}" was not turned`);
  }
  const { orientation, paper_format: format, paper_width: width, paper_height: height } = settings;
  const margin = isJsonObject(settings.margin) ? toMargin(settings.margin, 'mm') : null;
  return {
    ...toPaper({ format, width, height }, 'mm'),
    ...((orientation === 'landscape' || orientation === 'portrait') && { orientation }),
    ...(margin !== null && { margin }),
    ...toBand('header', settings.header, file, notes),
    ...toBand('footer', settings.footer, file, notes),
  };
}

/** A text, or an object with one. */
function toBand(
  edge: 'header' | 'footer',
  given: unknown,
  file: string,
  notes: Notes,
): Pick<TemplateSettings, 'header' | 'footer'> {
  const text = isJsonObject(given) ? (given.content ?? given.html) : given;
  if (typeof text !== 'string' || text.trim() === '') return {};
  const content = convertMarkup({ text, file: `${file} (${edge})`, dialect: LIQUID }, notes);
  return { [edge]: { content } };
}
