import { MAX_SAMPLE_NAME_LENGTH, type SampleSet } from '../../schema/api/sample-sets.ts';
import type { Translations } from '../../schema/api/translations.ts';
import { isJsonObject } from '../../schema/json-object.ts';
import { BAND_FILE, putBandTexts, takeBandTexts } from './bands.ts';
import { FileNames } from './file-names.ts';
import { FileProblems, writeJson } from './json-file.ts';
import {
  CONTENT_FILE,
  LOCALES_FOLDER,
  type ProjectSample,
  type ProjectTemplate,
  SAMPLES_FOLDER,
  SCHEMA_FILE,
  SETTINGS_FILE,
  type TemplateState,
} from './project.ts';

/** The texts of a template's folder by their paths, and back. Pure: the same for a disk and for a commit of Git. */

type Files = ReadonlyMap<string, string>;

/** Fields of `settings.json` for commands. They stay where they are when a pull writes the file. */
const LOCAL_FIELDS = ['build', 'test'] as const;

const OF_TEMPLATE = new RegExp(
  `^(?:${CONTENT_FILE}|${SETTINGS_FILE}|${SCHEMA_FILE}|(?:${SAMPLES_FOLDER}|${LOCALES_FOLDER})/[^/]+\\.json)$`,
);

/** Returns whether a path in the folder is one of the template's own texts. */
export const isTemplateFile = (path: string): boolean => OF_TEMPLATE.test(path) || BAND_FILE.test(path);

/** @param local fields that the folder has already */
export function writeTemplateFiles(
  template: TemplateState,
  local: Readonly<Record<string, unknown>> = {},
): Map<string, string> {
  const { name, content, dataSchema, sampleSets, translations } = template;
  const { settings, texts } = takeBandTexts(template.settings);
  const samples = nameSamples(sampleSets);
  const locales = Object.keys(translations ?? {});
  const json = {
    name,
    ...settings,
    ...(isPlain(samples)
      ? {}
      : { samples: samples.map(({ name: set, file }) => (set === file ? set : { name: set, file })) }),
    ...(isSorted(locales) ? {} : { locales }),
    ...local,
  };
  const files = new Map([[CONTENT_FILE, content], ...texts, [SETTINGS_FILE, writeJson(json)]]);
  if (dataSchema !== null) files.set(SCHEMA_FILE, writeJson(dataSchema));
  for (const { file, data } of samples) files.set(`${SAMPLES_FOLDER}/${file}.json`, writeJson(data));
  for (const locale of locales) {
    files.set(`${LOCALES_FOLDER}/${locale}.json`, writeJson(translations?.[locale]));
  }
  return files;
}

interface NamedSample extends SampleSet {
  /** Without `.json`. */
  readonly file: string;
}

function nameSamples(sets: readonly SampleSet[]): NamedSample[] {
  const names = new FileNames();
  return sets.map((set) => ({ ...set, file: names.keep(set.name, 'sample') }));
}

/** Returns whether the files alone say which samples there are, and in which order. */
const isPlain = (samples: readonly NamedSample[]): boolean =>
  samples.every(({ name, file }) => name === file) && isSorted(samples.map(({ file }) => file));

const isSorted = (names: readonly string[]): boolean =>
  [...names].sort().every((name, index) => name === names[index]);

type ReadTemplate = Omit<ProjectTemplate, 'slug' | 'directory' | 'files'>;

/** @returns null if the folder is no template: then the problems say why */
export function readTemplateFiles(files: Files, problems: FileProblems): ReadTemplate | null {
  const content = files.get(CONTENT_FILE);
  if (content === undefined) {
    problems.add(CONTENT_FILE, 'is missing');
    return null;
  }
  const fields = problems.parseObject(SETTINGS_FILE, files.get(SETTINGS_FILE) ?? '{}');
  if (fields === null) return null;
  const { name, samples, locales, ...rest } = fields;
  if (typeof name !== 'string' || name.trim() === '') problems.add(SETTINGS_FILE, 'needs a "name"');
  const local: Record<string, unknown> = {};
  for (const field of LOCAL_FIELDS) {
    if (field in rest) local[field] = rest[field];
    delete rest[field];
  }
  const schema = files.get(SCHEMA_FILE);
  const template = {
    name: String(name),
    content,
    // Its schema checks it: that of the service, or that of the command.
    settings: putBandTexts(rest, files, problems) as TemplateState['settings'],
    dataSchema: schema === undefined ? null : problems.parseObject(SCHEMA_FILE, schema),
    sampleSets: readSamples(files, samples, problems),
    translations: readTranslations(files, locales, problems),
  };
  return { ...template, local };
}

function readSamples(files: Files, listed: unknown, problems: FileProblems): ProjectSample[] {
  const stems = listStems(files, SAMPLES_FOLDER);
  const names = new Map<string, string>();
  for (const entry of Array.isArray(listed) ? listed : []) {
    const { name, file } = isJsonObject(entry) ? entry : { name: entry, file: entry };
    if (typeof name === 'string' && typeof file === 'string' && stems.includes(file)) names.set(file, name);
    else problems.add(SETTINGS_FILE, `samples: ${JSON.stringify(entry)} names no file of ${SAMPLES_FOLDER}/`);
  }
  const order = [...names.keys(), ...stems.filter((stem) => !names.has(stem))];
  return order.flatMap((stem) => {
    const path = `${SAMPLES_FOLDER}/${stem}.json`;
    const data = problems.parseObject(path, files.get(path) ?? '');
    const name = names.get(stem) ?? stem;
    if (name.length > MAX_SAMPLE_NAME_LENGTH) {
      problems.add(path, `the name has more than ${MAX_SAMPLE_NAME_LENGTH} characters`);
    }
    return data === null ? [] : [{ name, data, file: path }];
  });
}

function readTranslations(files: Files, listed: unknown, problems: FileProblems): Translations | null {
  const stems = listStems(files, LOCALES_FOLDER);
  const first = Array.isArray(listed) ? listed.filter((locale) => stems.includes(locale)) : [];
  const order = [...new Set<string>([...first, ...stems])];
  const entries = order.flatMap((locale) => {
    const path = `${LOCALES_FOLDER}/${locale}.json`;
    const messages = problems.parseObject(path, files.get(path) ?? '');
    return messages === null ? [] : [[locale, messages] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Sorted by code units, which is the same on each machine. */
const listStems = (files: Files, folder: string): string[] =>
  [...files.keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1, -'.json'.length))
    .sort();
