import type { RenderWarning } from '@platen/pdf';
import { isJsonObject } from '../../schema/json-object.ts';
import { findNearestName } from '../nearest-name.ts';
import { cut } from '../source-text.ts';
import { FOREIGN_FIELDS } from './foreign-fields.ts';
import {
  ASSEMBLIES,
  type AssemblyKind,
  GENERATION,
  type KnownFields,
  MERGE_ENTRY,
  PICTURE_GENERATION,
  REQUEST_FIELDS,
  type RequestFields,
} from './known-fields.ts';

export interface UnknownField {
  readonly path: string;
  /** The field that the client probably means. */
  readonly instead: string | null;
}

export interface UnknownFields {
  readonly listed: readonly UnknownField[];
  /** The number of fields that are not listed. */
  readonly others: number;
}

export const NO_UNKNOWN_FIELDS: UnknownFields = { listed: [], others: 0 };

const MAX_LISTED = 20;
const MAX_PATH_CHARS = 100;

/** Finds the fields of a generation that the API does not have, which it ignores (contract 1.2). */
export const findUnknownFields = (body: unknown): UnknownFields => {
  const finder = new Finder();
  finder.visit(body, isPicture(body) ? PICTURE_GENERATION : GENERATION);
  return finder;
};

/** The same for a merge, a split or a finish (contract 16). */
export function findUnknownAssemblyFields(kind: AssemblyKind, body: unknown): UnknownFields {
  const finder = new Finder();
  finder.visit(body, ASSEMBLIES[kind]);
  const entries = kind === 'merge' && isJsonObject(body) ? body.entries : null;
  if (!Array.isArray(entries)) return finder;
  for (const [index, entry] of entries.entries()) finder.visit(entry, MERGE_ENTRY, `entries[${index}].`);
  return finder;
}

class Finder implements UnknownFields {
  readonly listed: UnknownField[] = [];
  others = 0;

  visit(value: unknown, request: RequestFields, prefix = ''): void {
    const visit = (inner: unknown, fields: KnownFields, path: string): void => {
      if (!isJsonObject(inner)) return;
      for (const name of Object.keys(inner)) {
        const known = fields.get(name);
        if (known) visitOneOrList(inner[name], known, `${path}${name}`);
        else if (known === null) continue;
        else if (this.listed.length >= MAX_LISTED) this.others += 1;
        else
          this.listed.push({
            path: cut(`${path}${name}`, MAX_PATH_CHARS),
            instead: suggestField(request, name),
          });
      }
    };
    const visitOneOrList = (inner: unknown, fields: KnownFields, path: string): void => {
      if (Array.isArray(inner))
        for (const [index, one] of inner.entries()) visit(one, fields, `${path}[${index}].`);
      else visit(inner, fields, `${path}.`);
    };
    visit(value, request.fields, prefix);
  }
}

const isPicture = (body: unknown): boolean =>
  isJsonObject(body) && isJsonObject(body.output) && body.output.type !== 'pdf';

function suggestField({ fields, pathByName }: RequestFields, name: string): string | null {
  if (name.length > MAX_PATH_CHARS) return null;
  const foreign = name.toLowerCase().replaceAll(/[-_]/g, '');
  if (fields === REQUEST_FIELDS && Object.hasOwn(FOREIGN_FIELDS, foreign))
    return FOREIGN_FIELDS[foreign] ?? null;
  return pathByName.get(findNearestName(name, pathByName.keys()) ?? '') ?? null;
}

/** Describes unknown fields for the `details` of an error. Each starts with the field. Source: contract 3.3. */
export const toProblems = ({ listed, others }: UnknownFields): string[] => [
  ...listed.map(({ path, instead }) => `${path}: is unknown${instead === null ? '' : `; use ${instead}`}`),
  ...(others === 0 ? [] : [`body: has ${others} more unknown fields`]),
];

/** Describes unknown fields for the report. Source: contract 2.5. */
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
