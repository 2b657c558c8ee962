import { shownPath } from '../lib/files.ts';
import {
  CONTENT_FILE,
  LOCALES_FOLDER,
  type Project,
  type ProjectTemplate,
  SAMPLES_FOLDER,
  SCHEMA_FILE,
  SETTINGS_FILE,
} from '../project/project.ts';

/** The pushed things, in the order of the request, to find the file of a problem. */
export interface PushedLists {
  readonly project: Project;
  readonly templates: readonly ProjectTemplate[];
  /** Names. */
  readonly partials: readonly string[];
  readonly assets: readonly string[];
}

const PLACE = /^(templates|partials|assets)\[(\d+)\](?:\.|: )?(.*)$/s;

/** `templates[2].settings.margin.top: …` becomes `templates/invoice/settings.json: margin.top: …`. */
export function nameFile(problem: string, lists: PushedLists): string {
  const [, list = '', number = '', rest = ''] = PLACE.exec(problem) ?? [];
  const index = Number(number);
  const { project } = lists;
  const shown = (path: string) => shownPath(project.directory, path);
  if (list === 'partials' || list === 'assets') {
    const file = project[list].get(lists[list][index] ?? '');
    return file === undefined ? problem : `${shown(file.path)}: ${rest}`;
  }
  const template = lists.templates[index];
  if (list !== 'templates' || template === undefined) return problem;
  const partial = /^(?:.*?\b)?partial:([A-Za-z][\w-]*)(.*)$/s.exec(rest);
  const file = project.partials.get(partial?.[1] ?? '');
  if (file !== undefined) return `${shown(file.path)}${partial?.[2] ?? ''} (in ${template.slug})`;
  const folder = shown(template.directory);
  // A conflict is about the whole template, and a missing asset can be named in several files.
  if (/^(?:"|platen-asset:)/.test(rest)) return `${folder || template.slug}: ${rest}`;
  const [name, text] = fileOfField(rest, template);
  return `${[folder, name].filter(Boolean).join('/')}${text}`;
}

/** @returns the file, and what follows its name */
function fileOfField(rest: string, template: ProjectTemplate): [file: string, text: string] {
  const at = (pattern: RegExp) => pattern.exec(rest);
  const band = at(/^(?:settings\.)?(header|footer)(?:\[(\d+)\])?(?:\.content)?(?=[,:])(.*)$/s);
  if (band !== null) {
    const [, edge = '', index, text = ''] = band;
    const file = `${edge}${index === undefined ? '' : `-${Number(index) + 1}`}.hbs`;
    if (template.files.has(file)) return [file, text];
  }
  const content = at(/^(?:content|html)(?=[,:])(.*)$/s);
  if (content !== null) return [CONTENT_FILE, content[1] ?? ''];
  const sample = at(/^sampleSets\[(\d+)\](?:\.data)?(.*)$/s);
  if (sample !== null) {
    const file = template.sampleSets[Number(sample[1])]?.file ?? SAMPLES_FOLDER;
    return [file, sample[2] ?? ''];
  }
  const locale = at(/^translations\.([A-Za-z0-9-]+)[.:]?(.*)$/s);
  if (locale !== null) return [`${LOCALES_FOLDER}/${locale[1]}.json`, `: ${(locale[2] ?? '').trim()}`];
  const schema = at(/^dataSchema(.*)$/s);
  if (schema !== null) return [SCHEMA_FILE, (schema[1] ?? '').replace(/^\./, ': ')];
  // A field that is not known has the path of another one in its text.
  const text = rest.replace(/^settings\./, '').replaceAll(/\btemplates\[\d+\]\.settings\./g, '');
  return [SETTINGS_FILE, `: ${text}`];
}
