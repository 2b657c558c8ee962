import { UnreadableXml } from './unreadable-xml.ts';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** The prefixes that an element declares, and those of the element around it. A copy of all would take time for each element. */
export interface Prefixes {
  readonly own: ReadonlyMap<string, string>;
  readonly outer: Prefixes | null;
}

export const OUTERMOST: Prefixes = {
  own: new Map([
    ['xml', XML_NAMESPACE],
    ['', ''],
  ]),
  outer: null,
};

/** Returns the prefixes inside an element. The parser charges its attributes. @param raw the attributes of the element */
export function withDeclarations(outer: Prefixes, raw: ReadonlyMap<string, string>): Prefixes {
  let own: Map<string, string> | null = null;
  for (const [name, value] of raw) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    if (name !== 'xmlns' && value === '')
      throw new UnreadableXml(`The prefix ${name.slice(6)} has no namespace.`);
    own ??= new Map();
    own.set(name.slice(6), value);
  }
  return own === null ? outer : { own, outer };
}

function namespaceOf(prefix: string, prefixes: Prefixes): string | undefined {
  for (let at: Prefixes | null = prefixes; at !== null; at = at.outer) {
    const namespace = at.own.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Returns the namespace and the local name of an element or attribute. The parser charges the search. */
export function resolve(
  tag: string,
  prefixes: Prefixes,
  isElement: boolean,
): [namespace: string, name: string] {
  const colon = tag.indexOf(':');
  if (colon === -1) return [isElement ? (namespaceOf('', prefixes) ?? '') : '', tag];
  const prefix = tag.slice(0, colon);
  const namespace = prefix === 'xmlns' ? XMLNS_NAMESPACE : namespaceOf(prefix, prefixes);
  if (namespace === undefined) throw new UnreadableXml(`The prefix ${prefix} has no namespace.`);
  return [namespace, tag.slice(colon + 1)];
}
