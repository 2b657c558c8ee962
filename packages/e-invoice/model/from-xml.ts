import type { Meter } from '@platen/meter';
import { pathsOf, plainPath, type Condition, type Path } from '../terms/path.ts';
import type { Syntax } from '../profiles.ts';
import type { Term, TermGroup } from '../terms/table.ts';
import { DOCUMENT } from '../terms/document.ts';
import { xpathOf, type XmlElement } from '../xml/element.ts';
import { Group, type Invoice, type Value } from './group.ts';
import { isoDate, readNote, VAT_POINT_OF_CII } from './values.ts';
import { trimXml } from '../xml/text.ts';

/** Reads the business terms of an invoice. It skips elements of other namespaces than those of the invoice. */
export async function fromXml(root: XmlElement, reading: Reading): Promise<Invoice> {
  return { document: await new Reader(reading).readDocument(root), syntax: reading.syntax };
}

interface Reading {
  readonly syntax: Syntax;
  readonly namespaces: ReadonlySet<string>;
  readonly meter: Meter;
}

/** The elements of a term are found by its path. */
const TERM_WORK = 40;

/** An element is compared with the name that is wanted. */
const CHILD_WORK = 4;

class Reader {
  private readonly syntax: Syntax;
  private readonly namespaces: ReadonlySet<string>;
  /** The values of `$BT-5` and `$BT-6` in conditions. */
  private readonly variables = new Map<string, string>();

  private readonly meter: Meter;

  constructor({ syntax, namespaces, meter }: Reading) {
    this.meter = meter;
    this.syntax = syntax;
    this.namespaces = namespaces;
  }

  readDocument(root: XmlElement): Promise<Group> {
    for (const term of DOCUMENT.terms.filter((one) => one.term === 'BT-5' || one.term === 'BT-6')) {
      const [value] = this.valuesOf(root, term);
      if (value !== undefined) this.variables.set(`$${term.term}`, trimXml(value.text));
    }
    return this.readGroup(DOCUMENT, root, null);
  }

  private async readGroup(definition: TermGroup, element: XmlElement, parent: Group | null): Promise<Group> {
    const place = (): string => xpathOf(element);
    const group = new Group(
      definition,
      parent,
      place,
      (term) => `${place()}/${plainPath(term[this.syntax] ?? '')}`,
    );
    for (const term of definition.terms) {
      if (this.meter.isDue) await this.meter.pause();
      const values = this.valuesOf(element, term);
      if (values.length > 0) group.values.set(term.term, values);
    }
    for (const inner of definition.groups) {
      if (this.meter.isDue) await this.meter.pause();
      const groups: Group[] = [];
      for (const one of this.find(element, inner[this.syntax]))
        groups.push(await this.readGroup(inner, one, group));
      if (groups.length > 0) group.groups.set(inner.term, groups);
    }
    if (definition.term === 'BG-1' && this.syntax === 'ubl') readNote(group);
    return group;
  }

  private valuesOf(element: XmlElement, term: Term): Value[] {
    const path = term[this.syntax];
    return path === null ? [] : pathsOf(path).flatMap((one) => this.valuesAt(element, one, term));
  }

  private valuesAt(element: XmlElement, path: Path, term: Term): Value[] {
    const last = path.at(-1)?.name ?? '';
    if (last.startsWith('@')) {
      return this.follow(element, path.slice(0, -1)).flatMap((one) => {
        const text = one.attribute(last.slice(1));
        return text === null ? [] : [{ text, place: () => `${xpathOf(one)}/${last}`, attributes: {} }];
      });
    }
    return this.follow(element, path).map((one) => ({
      text: this.textOf(one, term),
      place: () => xpathOf(one),
      attributes: Object.fromEntries(one.attributes.map(({ name, value }) => [name, value])),
    }));
  }

  private textOf({ text }: XmlElement, { kind }: Term): string {
    if (this.syntax === 'ubl') return text;
    if (kind === 'date') return isoDate(text);
    return kind === 'vatPoint' ? (VAT_POINT_OF_CII.get(trimXml(text)) ?? text) : text;
  }

  private find(element: XmlElement, path: string): XmlElement[] {
    return pathsOf(path).flatMap((one) => this.follow(element, one));
  }

  private follow(element: XmlElement, path: Path): XmlElement[] {
    let found = [element];
    for (const { name, conditions } of path) {
      if (name !== '.') found = found.flatMap((one) => this.childrenOf(one, name));
      if (conditions.length > 0)
        found = found.filter((one) => conditions.every((each) => this.meets(one, each)));
    }
    return found;
  }

  private childrenOf(element: XmlElement, name: string): XmlElement[] {
    this.meter.charge(TERM_WORK + CHILD_WORK * element.children.length);
    return element.children.filter((one) => one.name === name && this.namespaces.has(one.namespace));
  }

  private meets(element: XmlElement, { path, operator, value }: Condition): boolean {
    if (operator === ':=') return true;
    const last = path.at(-1) ?? '';
    const names = last.startsWith('@') ? path.slice(0, -1) : path;
    let found = [element];
    for (const name of names) found = found.flatMap((one) => this.childrenOf(one, name));
    const wanted = value.startsWith('$') ? this.variables.get(value) : value;
    const isEqual = found.some((one) => {
      const text = last.startsWith('@') ? one.attribute(last.slice(1)) : one.text;
      return text !== null && isSame(trimXml(text), wanted);
    });
    return isEqual === (operator === '=');
  }
}

/** Codes of taxes and schemes may have small letters. `1` means `true`. */
function isSame(text: string, wanted: string | undefined): boolean {
  if (wanted === 'true') return text === 'true' || text === '1';
  if (wanted === 'false') return text === 'false' || text === '0';
  return text === wanted || text.toUpperCase() === wanted;
}
