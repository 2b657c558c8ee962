import { DOCUMENT } from '../terms/document.ts';
import type { Term, TermGroup, TermKind } from '../terms/table.ts';
import { Group, type Invoice } from './group.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the business terms of complete data. */
export function fromData(data: Fields, guideline: string): Invoice {
  const document = readGroup(DOCUMENT, data, '', null);
  document.values.set('BT-24', [{ text: guideline, place: () => 'profile', attributes: {} }]);
  return { document, syntax: 'data' };
}

function readGroup(definition: TermGroup, fields: Fields, path: string, parent: Group | null): Group {
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
    const groups = groupsIn(inner, fields, placeOf, group);
    if (groups.length > 0) group.groups.set(inner.term, groups);
  }
  return group;
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

function groupsIn(
  inner: TermGroup,
  fields: Fields,
  placeOf: (field: string) => string,
  parent: Group,
): Group[] {
  if (inner.data === null) {
    // Such a group has no object of its own: its fields are in the object of the outer group.
    const group = readGroup(inner, fields, parent.place(), parent);
    return group.values.size === 0 ? [] : [group];
  }
  const { data } = inner;
  const found: unknown = fields[data];
  if (isFields(found)) return [readGroup(inner, found, placeOf(data), parent)];
  if (!Array.isArray(found)) return [];
  return found
    .filter(isFields)
    .map((one, index) => readGroup(inner, one, placeOf(`${data}[${index}]`), parent));
}

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
