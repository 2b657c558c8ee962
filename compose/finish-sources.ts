import type { PdfOptions } from '../schema/api/pdf-options.ts';

/** What a finish is made of. Without it, no print can succeed. */
const SOURCES = {
  watermark: { fields: ['text', 'image'], isOne: true },
  letterhead: { fields: ['fileId', 'asset'], isOne: true },
  encryption: { fields: ['userPassword', 'ownerPassword'], isOne: false },
} as const;

export type SourcedFinish = keyof typeof SOURCES;

const NAMES = ['watermark', 'letterhead', 'encryption'] as const;

/** Finds watermarks and others whose source is missing, or that have two, with the reason. Those that are turned off need none. */
export function findSourceless(options: PdfOptions): ReadonlyMap<SourcedFinish, string> {
  const found = new Map<SourcedFinish, string>();
  for (const name of NAMES) {
    const value: Readonly<Record<string, unknown>> | undefined = options[name];
    if (value === undefined || value.enabled === false) continue;
    const { fields, isOne } = SOURCES[name];
    const [one, other] = fields;
    const count = fields.filter((field) => value[field] !== undefined).length;
    if (isOne && count !== 1) found.set(name, `needs exactly one of "${one}" and "${other}"`);
    if (!isOne && count === 0) found.set(name, `needs "${one}" or "${other}"`);
  }
  return found;
}

/** Describes them for a template that is saved. Source: contract 15. */
export const sourcelessProblems = (settings: PdfOptions): string[] =>
  Array.from(findSourceless(settings), ([name, problem]) => `settings.${name}: ${problem}`);
