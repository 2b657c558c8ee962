import { isJsonObject } from '../../schema/json-object.ts';
import type { FileProblems } from './json-file.ts';

/** The texts of headers and footers are files of their own: `header.hbs`, and `header-1.hbs`, `header-2.hbs` for a list. */

const EDGES = ['header', 'footer'] as const;

type Fields = Record<string, unknown>;

export const BAND_FILE = /^(?:header|footer)(?:-[1-9]\d?)?\.hbs$/;

/** Moves the texts of the bands into files. A text that a file cannot hold stays where it is. */
export function takeBandTexts(settings: Readonly<Fields>): { settings: Fields; texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const take = (band: unknown, file: string): unknown => {
    if (!isJsonObject(band) || typeof band.content !== 'string' || !isText(band.content)) return band;
    const { content, ...others } = band;
    texts.set(file, content);
    return others;
  };
  const rest: Fields = { ...settings };
  for (const edge of EDGES) {
    const bands = settings[edge];
    if (Array.isArray(bands)) rest[edge] = bands.map((band, index) => take(band, `${edge}-${index + 1}.hbs`));
    else if (bands !== undefined) rest[edge] = take(bands, `${edge}.hbs`);
  }
  return { settings: rest, texts };
}

/** Half of a surrogate pair has no bytes in UTF-8, and a reader drops a byte order mark. */
const isText = (content: string): boolean => content.isWellFormed() && !content.startsWith('\uFEFF');

/** The reverse of `takeBandTexts`. A text comes last in its band, where a pull finds it too. */
export function putBandTexts(
  settings: Readonly<Fields>,
  files: ReadonlyMap<string, string>,
  problems: FileProblems,
): Fields {
  const whole: Fields = { ...settings };
  const put = (band: unknown, file: string): unknown => {
    const content = files.get(file);
    if (content === undefined) return band;
    if (!isJsonObject(band)) return band;
    if ('content' in band) problems.add(file, 'settings.json has the content too. Keep one of them');
    return { ...band, content };
  };
  for (const edge of EDGES) {
    const bands = settings[edge];
    const used = Array.isArray(bands) ? bands.map((_, index) => `${edge}-${index + 1}.hbs`) : [`${edge}.hbs`];
    if (Array.isArray(bands)) whole[edge] = bands.map((band, index) => put(band, used[index] ?? ''));
    else if (bands !== undefined || files.has(`${edge}.hbs`)) whole[edge] = put(bands ?? {}, `${edge}.hbs`);
    for (const file of files.keys()) {
      if (!BAND_FILE.test(file) || !file.startsWith(edge) || used.includes(file)) continue;
      problems.add(file, `belongs to no ${edge} of settings.json${describeUse(edge, bands)}`);
    }
  }
  return whole;
}

const describeUse = (edge: string, bands: unknown): string =>
  Array.isArray(bands)
    ? `, which is a list: use ${edge}-1.hbs to ${edge}-${bands.length}.hbs`
    : `: for ${edge}-1.hbs, it must be a list`;
