import { isJsonObject } from '../../../schema/json-object.ts';
import { BadValue, parseJson } from './go-values.ts';
import type { Fields } from './fields.ts';
import type { Literals } from './literals.ts';
import { badForm, refused } from './refusals.ts';

/** Watermarks lie below the content and stamps above. Each is a step of its own. */
export type MarkKind = 'watermark' | 'stamp';

const SOURCES: readonly string[] = ['text', 'image', 'pdf'];

/** pdfcpu's own, which draws marks for Gotenberg. */
const DEFAULTS = { text: { color: '#808080', angle: 45 }, image: { angle: 0 } } as const;

const MAX_MARKS = 10;

/** @returns the options of each mark, which are made when the form is valid @throws {ApiError} a source does not exist */
export function readMarks(
  fields: Fields,
  kind: MarkKind,
  literals: Literals,
): () => Record<string, unknown>[] {
  const sources = fields.strings(`${kind}Source`);
  const expressions = fields.strings(`${kind}Expression`);
  const pages = fields.strings(`${kind}Pages`);
  const options = fields.strings(`${kind}Options`);
  const wrong = sources.find((source) => !SOURCES.includes(source));
  if (wrong !== undefined)
    throw badForm([
      `form field '${kind}Source' is invalid (got '${wrong.slice(0, 100)}', resulting to wrong value, expected either 'text', 'image' or 'pdf')`,
    ]);
  if (sources.length > MAX_MARKS)
    throw badForm([`form field '${kind}Source' is given ${sources.length} times; ${MAX_MARKS} are allowed`]);
  const given = options.map((text) => parseOptions(text, kind));
  return () => {
    const files = fields.filesIn(kind);
    return sources.map((source, index) => {
      const file = source === 'text' ? null : files.shift();
      if (file === undefined) throw badForm([`a ${kind} file is required for image or pdf source`]);
      if (source === 'pdf')
        throw refused(`A PDF as a ${kind} is not supported here. Use a PNG, a JPEG or a text.`);
      const content =
        file === null ? { text: literals.hold(expressions[index] ?? '') } : { image: file.bytes.toBase64() };
      const range = pages[index] ?? '';
      return {
        ...content,
        ...DEFAULTS[file === null ? 'text' : 'image'],
        opacity: 1,
        layer: kind === 'stamp' ? 'above' : 'below',
        ...(range !== '' && { pageRanges: range }),
        ...toOptions(given[index] ?? {}, fields, kind),
      };
    });
  };
}

function parseOptions(text: string, kind: MarkKind): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  try {
    const value = parseJson(text, `${kind}Options`);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
  }
  throw badForm([`form field '${kind}Options' is invalid`]);
}

function toOptions(given: Readonly<Record<string, unknown>>, fields: Fields, kind: MarkKind) {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = String(value);
    if (name.startsWith('rot') && Number.isFinite(Number(text))) options.angle = Number(text);
    else if (name.startsWith('op') && Number(text) > 0 && Number(text) <= 1)
      options.opacity = Math.max(0.01, Number(text));
    else if (/^(?:fillc|color)/.test(name) && /^#[\dA-Fa-f]{6}$/.test(text)) options.color = text;
    else fields.ignored.add(`${kind}Options.${name}`);
  }
  return options;
}
