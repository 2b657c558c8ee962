import type { Meter } from '@platen/meter';
import { DOCUMENT } from '../terms/document.ts';
import type { Term, TermGroup, TermKind } from '../terms/table.ts';
import { Group, type Invoice } from './group.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A term is looked for in its object. */
const TERM_WORK = 80;

/** Reads the business terms of complete data. */
export async function fromData(data: Fields, guideline: string, meter: Meter): Promise<Invoice> {
  const document = await new Reader(meter).read(DOCUMENT, data, '', null);
  document.values.set('BT-24', [{ text: guideline, place: () => 'profile', attributes: {} }]);
  return { document, syntax: 'data' };
}

class Reader {
  private readonly meter: Meter;

  constructor(meter: Meter) {
    this.meter = meter;
  }

  async read(definition: TermGroup, fields: Fields, path: string, parent: Group | null): Promise<Group> {
    this.meter.charge(TERM_WORK * (definition.terms.length + definition.groups.length));
    if (this.meter.isDue) await this.meter.pause();
    const placeOf = (field: string): string => (path === '' ? field : `${path}.${field}`);
    const group = new Group(
      definition,
      parent,
      () => path,
      (missing) => placeOf(fieldOf(missing) ?? ''),
    );
    for (const term of definition.terms) {
      const { data } = term;
      const text = data === null ? null : textAt(fields, data);
      if (data === null || text === null) continue;
      const place = (attribute?: string): string => placeOf(FIELDS[attribute ?? '']?.(data) ?? data);
      group.values.set(term.term, [{ text, place, attributes: attributesOf(term, fields) }]);
    }
    for (const inner of definition.groups) {
      const groups = await this.groupsIn(inner, fields, placeOf, group);
      if (groups.length > 0) group.groups.set(inner.term, groups);
    }
    return group;
  }

  private async groupsIn(
    inner: TermGroup,
    fields: Fields,
    placeOf: (field: string) => string,
    parent: Group,
  ): Promise<Group[]> {
    if (inner.data === null) {
      // Such a group has no object of its own: its fields are in the object of the outer group.
      const group = await this.read(inner, fields, parent.place(), parent);
      return group.values.size === 0 ? [] : [group];
    }
    const { data } = inner;
    const found: unknown = fields[data];
    if (isFields(found)) return [await this.read(inner, found, placeOf(data), parent)];
    if (!Array.isArray(found)) return [];
    const groups: Group[] = [];
    for (const [index, one] of found.filter(isFields).entries())
      groups.push(await this.read(inner, one, placeOf(`${data}[${index}]`), parent));
    return groups;
  }
}

/** A group without an object of its own is named by its first field. */
const fieldOf = (one: Term | TermGroup): string | null =>
  one.data ?? ('terms' in one ? (one.terms[0]?.data ?? null) : null);

/** The fields of attributes. A scheme is beside its value. */
const FIELDS: Readonly<Record<string, (data: string) => string>> = {
  schemeID: (data) => `${data}Scheme`,
  listID: () => 'list',
  listVersionID: () => 'version',
};

const ATTRIBUTES: Readonly<Partial<Record<TermKind, readonly string[]>>> = {
  scheme: ['schemeID'],
  list: ['listID', 'listVersionID'],
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textAt(fields: Fields, path: string): string | null {
  let found: unknown = fields;
  for (const name of path.split('.')) found = isFields(found) ? found[name] : null;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}

function attributesOf({ kind, data }: Term, fields: Fields): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const attribute of ATTRIBUTES[kind] ?? []) {
    const text = textAt(fields, FIELDS[attribute]?.(data ?? '') ?? '');
    if (text !== null) attributes[attribute] = text;
  }
  return attributes;
}
