import type { Meter } from '@platen/meter';
import { XmlElement, type XmlAttribute } from './element.ts';
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_XML_CHARACTERS } from './limits.ts';
import { OUTERMOST, resolve, withDeclarations, type Prefixes } from './namespaces.ts';
import { decodeText, isXmlText } from './text.ts';
import { UnreadableXml } from './unreadable-xml.ts';

/** It is sticky, so it begins where the last match ended. No part overlaps the next, so the time is linear. */
const NAME = /[A-Za-z_\u00C0-\uFFFD][\w.\-\u00B7-\uFFFD]*(?::[A-Za-z_\u00C0-\uFFFD][\w.\-\u00B7-\uFFFD]*)?/y;

/** Space, tab, line feed, carriage return. */
const SPACES: ReadonlySet<number> = new Set([32, 9, 10, 13]);

/** An element is as much work as this many characters. */
const ELEMENT_WORK = 20;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface OpenElement {
  readonly element: XmlElement;
  readonly tag: string;
  readonly prefixes: Prefixes;
}

/** Reads XML 1.0 with namespaces. It refuses a document type, so the only entities are the five of XML. */
export async function parseXml(source: string, meter: Meter): Promise<XmlElement> {
  if (source.length > MAX_XML_CHARACTERS) {
    throw new UnreadableXml(`The XML is larger than ${MAX_XML_CHARACTERS} characters.`);
  }
  // The characters are checked, and the ends of lines are replaced.
  meter.charge(source.length);
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  // XML 1.0, section 2.11: a program sees one kind of line end.
  return new Parser(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text, meter).parse();
}

class Parser {
  private at = 0;
  private elements = 0;
  private root: XmlElement | null = null;
  private readonly open: OpenElement[] = [];
  private readonly source: string;
  private readonly meter: Meter;

  constructor(source: string, meter: Meter) {
    this.source = source;
    this.meter = meter;
  }

  async parse(): Promise<XmlElement> {
    if (!isXmlText(this.source)) throw new UnreadableXml('The XML has a character that XML does not allow.');
    this.readDeclaration();
    while (this.at < this.source.length) {
      const start = this.at;
      this.readNext();
      this.meter.charge(this.at - start);
      if (this.meter.isDue) await this.meter.pause();
    }
    const last = this.open.at(-1);
    if (last !== undefined) throw new UnreadableXml(`The element ${last.tag} has no end tag.`);
    if (this.root === null) throw new UnreadableXml('The XML has no element.');
    return this.root;
  }

  private readDeclaration(): void {
    if (!this.source.startsWith('<?xml ')) return;
    const declaration = this.upTo('?>');
    const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1] ?? 'UTF-8';
    if (encoding.toUpperCase() !== 'UTF-8') {
      throw new UnreadableXml(
        `The XML says that its encoding is ${encoding.slice(0, 40)}. It must be UTF-8.`,
      );
    }
  }

  private readNext(): void {
    const { source, at } = this;
    const next = source[at + 1];
    if (source[at] !== '<') this.readText();
    else if (next === '/') this.readEndTag();
    else if (next === '?') this.upTo('?>');
    else if (next !== '!') this.readStartTag();
    else if (source.startsWith('<!--', at)) this.readComment();
    else if (source.startsWith('<![CDATA[', at)) this.addText(this.upTo(']]>').slice(9, -3));
    else throw new UnreadableXml('The XML has a document type declaration. It must have none.');
  }

  private readText(): void {
    const end = this.source.indexOf('<', this.at);
    const text = this.source.slice(this.at, end === -1 ? undefined : end);
    this.at += text.length;
    if (text.includes(']]>')) throw this.unexpected(']]>');
    this.addText(decodeText(text));
  }

  private addText(text: string): void {
    const open = this.open.at(-1);
    if (open !== undefined) open.element.text += text;
    else if (text.trim() !== '') throw new UnreadableXml('The XML has text outside its root element.');
  }

  private readComment(): void {
    const comment = this.upTo('-->');
    if (comment.slice(4, -3).includes('--')) throw this.unexpected('--');
  }

  private readEndTag(): void {
    this.at += 2;
    const tag = this.readName();
    this.skipSpace();
    this.expect('>');
    const open = this.open.pop();
    if (open?.tag !== tag) {
      throw new UnreadableXml(`The end tag ${tag} follows the start tag ${open?.tag ?? 'of no element'}.`);
    }
  }

  private readStartTag(): void {
    this.at += 1;
    const tag = this.readName();
    const raw = this.readAttributes(tag);
    // Each attribute is compared with the others, and its prefix is looked up in each element around it.
    this.meter.charge(ELEMENT_WORK + (1 + raw.size) * (raw.size + this.open.length));
    const parent = this.open.at(-1) ?? null;
    if (parent === null && this.root !== null) throw new UnreadableXml('The XML has two root elements.');
    const prefixes = withDeclarations(parent?.prefixes ?? OUTERMOST, raw);
    const [namespace, name] = resolve(tag, prefixes, true);
    const element = new XmlElement(
      namespace,
      name,
      attributesOf(raw, prefixes, tag),
      parent?.element ?? null,
    );
    parent?.element.children.push(element);
    this.root ??= element;
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS)
      throw new UnreadableXml(`The XML has more than ${MAX_ELEMENTS} elements.`);
    if (this.source[this.at] === '/') this.at += 1;
    else this.open.push({ element, tag, prefixes });
    if (this.open.length > MAX_DEPTH)
      throw new UnreadableXml(`The XML is deeper than ${MAX_DEPTH} elements.`);
    this.expect('>');
  }

  private readAttributes(tag: string): ReadonlyMap<string, string> {
    let attributes: Map<string, string> | null = null;
    for (;;) {
      const spaced = this.skipSpace();
      const next = this.source[this.at];
      if (next === '>' || next === '/' || next === undefined) return attributes ?? NO_ATTRIBUTES;
      attributes ??= new Map();
      if (!spaced) throw this.unexpected(next);
      const name = this.readName();
      if (attributes.has(name))
        throw new UnreadableXml(`The element ${tag} has the attribute ${name} twice.`);
      this.skipSpace();
      this.expect('=');
      this.skipSpace();
      attributes.set(name, this.readAttributeValue());
      if (attributes.size > MAX_ATTRIBUTES) {
        throw new UnreadableXml(`The element ${tag} has more than ${MAX_ATTRIBUTES} attributes.`);
      }
    }
  }

  private readAttributeValue(): string {
    const quote = this.source[this.at];
    if (quote !== '"' && quote !== "'") throw this.unexpected(quote ?? 'the end');
    this.at += 1;
    const value = this.upTo(quote).slice(0, -1);
    if (value.includes('<')) throw this.unexpected('<');
    return decodeText(value.replaceAll(/[\t\r\n]/g, ' '));
  }

  private readName(): string {
    const start = this.at;
    NAME.lastIndex = start;
    if (!NAME.test(this.source)) throw this.unexpected(this.source[start] ?? 'the end');
    this.at = NAME.lastIndex;
    return this.source.slice(start, this.at);
  }

  private skipSpace(): boolean {
    const start = this.at;
    while (SPACES.has(this.source.charCodeAt(this.at))) this.at += 1;
    return this.at > start;
  }

  private expect(text: string): void {
    if (!this.source.startsWith(text, this.at)) throw this.unexpected(this.source[this.at] ?? 'the end');
    this.at += text.length;
  }

  /** Returns the source from here to the end of `end`, and goes on after it. */
  private upTo(end: string): string {
    const found = this.source.indexOf(end, this.at);
    if (found === -1) throw new UnreadableXml(`The XML ends before ${end}.`);
    const text = this.source.slice(this.at, found + end.length);
    this.at += text.length;
    return text;
  }

  private unexpected(text: string): UnreadableXml {
    const line = this.source.slice(0, this.at).split('\n').length;
    return new UnreadableXml(`Line ${line} of the XML has an unexpected ${text}.`);
  }
}

function attributesOf(
  raw: ReadonlyMap<string, string>,
  prefixes: Prefixes,
  tag: string,
): readonly XmlAttribute[] {
  if (raw.size === 0) return [];
  const attributes: XmlAttribute[] = [];
  for (const [name, value] of raw) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const [namespace, local] = resolve(name, prefixes, false);
    if (attributes.some((one) => one.namespace === namespace && one.name === local)) {
      throw new UnreadableXml(`The element ${tag} has the attribute ${local} twice.`);
    }
    attributes.push({ namespace, name: local, value });
  }
  return attributes;
}
