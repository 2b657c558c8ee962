import type { RenderWarning } from '@platen/print-engine';
import { findNearestName } from '../nearest-name.ts';
import { FOREIGN_FIELDS } from './foreign-fields.ts';
import { type KnownFields, listPaths, REQUEST_FIELDS } from './known-fields.ts';

export interface UnknownField {
  readonly path: string;
  /** The field that the client probably means. */
  readonly instead: string | null;
}

export interface UnknownFields {
  readonly listed: readonly UnknownField[];
  /** How many more there are. */
  readonly others: number;
}

export const NO_UNKNOWN_FIELDS: UnknownFields = { listed: [], others: 0 };

const MAX_LISTED = 20;
const MAX_PATH_CHARS = 100;

/** Finds the fields of a request that the API does not have, which it ignores (contract 1.2). */
export function findUnknownFields(body: unknown): UnknownFields {
  const listed: UnknownField[] = [];
  let others = 0;
  const visit = (value: unknown, fields: KnownFields, prefix: string): void => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      const inner = fields.get(name);
      if (inner) visit(value[name], inner, `${prefix}${name}.`);
      else if (inner === null) continue;
      else if (listed.length < MAX_LISTED) listed.push(describeField(prefix, name));
      else others += 1;
    }
  };
  visit(body, REQUEST_FIELDS, '');
  return { listed, others };
}

const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const describeField = (prefix: string, name: string): UnknownField => ({
  path: cut(`${prefix}${name}`),
  instead: suggestField(name),
});

const KNOWN_PATHS = listPaths(REQUEST_FIELDS);

/** The last of a name: fields of the outer objects come first in the list. */
const PATH_BY_NAME = new Map(KNOWN_PATHS.toReversed().map((path) => [lastName(path), path]));

function suggestField(name: string): string | null {
  if (name.length > MAX_PATH_CHARS) return null;
  const foreign = name.toLowerCase().replaceAll(/[-_]/g, '');
  if (Object.hasOwn(FOREIGN_FIELDS, foreign)) return FOREIGN_FIELDS[foreign] ?? null;
  return PATH_BY_NAME.get(findNearestName(name, PATH_BY_NAME.keys()) ?? '') ?? null;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const cut = (path: string): string =>
  path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS - 1)}…`;

/** For the `details` of an error: each starts with the field. Source: contract 3.3. */
export const toProblems = ({ listed, others }: UnknownFields): string[] => [
  ...listed.map(({ path, instead }) => `${path}: is unknown${instead === null ? '' : `; use ${instead}`}`),
  ...(others === 0 ? [] : [`body: has ${others} more unknown fields`]),
];

/** For the report. Source: contract 2.5. */
export const toWarnings = ({ listed, others }: UnknownFields): RenderWarning[] => [
  ...listed.map(({ path, instead }) => ({
    code: 'UNKNOWN_FIELD',
    message: `${path} is ignored${instead === null ? ': the API has no such field.' : `. Use ${instead}.`}`,
    field: path,
  })),
  ...(others === 0
    ? []
    : [{ code: 'UNKNOWN_FIELD', message: `${others} more fields are ignored.`, field: null }]),
];
