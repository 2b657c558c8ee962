import type { Meter } from '@platen/meter';
import type { RenderWarning } from '@platen/pdf';
import type { z } from 'zod';
import { isJsonObject } from '../../schema/json-object.ts';
import { cut } from '../source-text.ts';
import type { Turns } from '../turns.ts';
import { ANY_NAME, islandOf, knownFields, type KnownFields, type RequestFields } from './known-fields.ts';
import { type Place, suggestField } from './suggest-field.ts';

export interface UnknownField {
  readonly path: string;
  /** The field that the client probably means. */
  readonly instead: string | null;
}

export interface UnknownFields {
  readonly listed: readonly UnknownField[];
  /** There are more than those that are listed. */
  readonly more: boolean;
}

export const NO_UNKNOWN_FIELDS: UnknownFields = { listed: [], more: false };

const MAX_LISTED = 20;
const MAX_PATH_CHARS = 100;

/** A name is looked up, and its value is visited. */
const WORK_PER_NAME = 20;

/** Finds the fields of a request that its schema does not have, which the API ignores (contract 1.2). */
export function* findUnknownFields(body: unknown, schema: z.ZodType, meter: Meter): Turns<UnknownFields> {
  const finder = new UnknownFieldFinder(schema, meter, isPicture(body) ? 'output.' : null);
  yield* finder.visit(body);
  return finder;
}

/** Collects those of several values. It looks no further when its list is full. */
export class UnknownFieldFinder implements UnknownFields {
  readonly listed: UnknownField[] = [];
  more = false;
  readonly #known: RequestFields;
  readonly #meter: Meter;
  readonly #preferred: string | null;

  /** @param preferred the object whose fields are suggested first */
  constructor(schema: z.ZodType, meter: Meter, preferred: string | null = null) {
    this.#known = knownFields(schema);
    this.#meter = meter;
    this.#preferred = preferred;
  }

  /** @param path of the value, such as `rows[3].` */
  *visit(value: unknown, path = ''): Turns<void> {
    const known = this.#known;
    const { fields } = known;
    yield* this.#visitObject(value, { known, fields, path, pattern: '', lists: [{ path, pattern: '' }] });
  }

  *#visitObject(value: unknown, place: Place): Turns<void> {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (this.more) return;
      this.#meter.charge(WORK_PER_NAME);
      if (this.#meter.isDue) yield;
      const { fields } = place;
      const known = fields.has(name) ? name : fields.has(ANY_NAME) ? ANY_NAME : null;
      if (known === null) this.#add(name, place);
      else yield* this.#visitField(value[name], fields.get(known) ?? null, place, name, known);
    }
  }

  *#visitField(
    value: unknown,
    fields: KnownFields | null,
    outer: Place,
    name: string,
    known: string,
  ): Turns<void> {
    if (fields === null) return;
    const pattern = `${outer.pattern}${known}.`;
    const inside = (path: string): Place => {
      const island = islandOf(fields);
      if (island !== null)
        return { known: island, fields, path, pattern: '', lists: [{ path, pattern: '' }] };
      const isNamed = path === `${outer.path}${known}.`;
      const lists = isNamed ? outer.lists : [{ path, pattern }, ...outer.lists];
      return { known: outer.known, fields, path, pattern, lists };
    };
    if (!Array.isArray(value)) yield* this.#visitObject(value, inside(`${outer.path}${name}.`));
    else yield* this.#visitList(value, (index) => inside(`${outer.path}${name}[${index}].`));
  }

  *#visitList(values: readonly unknown[], inside: (index: number) => Place): Turns<void> {
    for (const [index, one] of values.entries()) {
      if (this.more) return;
      this.#meter.charge(WORK_PER_NAME);
      if (this.#meter.isDue) yield;
      if (isJsonObject(one)) yield* this.#visitObject(one, inside(index));
    }
  }

  #add(name: string, place: Place): void {
    if (this.listed.length >= MAX_LISTED) {
      this.more = true;
      return;
    }
    const terms = { meter: this.#meter, preferred: this.#preferred };
    this.listed.push({
      path: cut(`${place.path}${name}`, MAX_PATH_CHARS),
      instead: suggestField(name, place, terms),
    });
  }
}

/** A picture ignores some options of a PDF that `output` has too. */
const isPicture = (body: unknown): boolean =>
  isJsonObject(body) && isJsonObject(body.output) && body.output.type !== 'pdf';

/** Describes unknown fields for the `details` of an error. Each starts with the field. Source: contract 3.3. */
export const toProblems = ({ listed, more }: UnknownFields): string[] => [
  ...listed.map(
    ({ path, instead }) => `${path}: is not known${instead === null ? '' : `; did you mean ${instead}?`}`,
  ),
  ...(more ? ['body: has more fields that are not known'] : []),
];

/** Describes unknown fields for an answer and the report. Sources: contract 1.2, contract 2.5. */
export const toWarnings = ({ listed, more }: UnknownFields): RenderWarning[] => [
  ...listed.map(({ path, instead }) => ({
    code: 'UNKNOWN_FIELD',
    message: `\`${path}\` is not known${instead === null ? ' and has no effect.' : `: did you mean \`${instead}\`?`}`,
    field: path,
  })),
  ...(more ? [{ code: 'UNKNOWN_FIELD', message: 'More fields are not known.', field: null }] : []),
];
