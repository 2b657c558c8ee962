import { latin1Bytes } from '../file/latin1.ts';
import { toHexString } from '../file/syntax.ts';
import { isDictionary, isList, Name, nameOf, type PdfValue, Text } from './values.ts';

/** Writes a name in digits, because a merge puts a prefix before the letters of a name. The order of names stays. */
export const elementName = (name: Text): Text =>
  new Text(toHexString(latin1Bytes(name.bytes)).slice(1, -1).toLowerCase());

/** The text of an element: its role, its names, and its children as the splitter reads them. The writer charges it. */
export function toElement(
  entries: Map<string, PdfValue>,
  roles: ReadonlyMap<string, string>,
): Map<string, PdfValue> {
  const role = nameOf(entries.get('S'));
  const own = role === null ? undefined : roles.get(role);
  if (own !== undefined) entries.set('S', new Name(own));
  entries.delete('C');
  const id = entries.get('ID');
  if (id instanceof Text) entries.set('ID', elementName(id));
  const kids = entries.get('K');
  if (isDictionary(kids)) entries.set('K', [kids]);
  const attributes = entries.get('A');
  if (attributes !== undefined) entries.set('A', withNames(attributes));
  // The kind comes first, before attributes, so that readers of the copy find it there.
  entries.delete('Type');
  return new Map([['Type', new Name('StructElem')], ...entries]);
}

/** A cell of a table names the elements that are its headers. */
function withNames(attributes: PdfValue): PdfValue {
  if (isList(attributes)) return attributes.map(withNames);
  if (!isDictionary(attributes)) return attributes;
  const headers = attributes.get('Headers');
  if (!isList(headers)) return attributes;
  const names = headers.map((name) => (name instanceof Text ? elementName(name) : name));
  return new Map([...attributes, ['Headers', names]]);
}
