import type { Meter } from '@platen/meter';
import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { XmlElement } from './element.ts';
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_XML_CHARACTERS } from './limits.ts';
import { isXmlText } from './text.ts';
import { UnreadableXml } from './unreadable-xml.ts';

/** Others have a turn after so many characters. */
const PIECE = 16_384;

/** The parser looks at a character in several steps. */
const CHARACTER_WORK = 4;

/** An element is as much work as this many characters. */
const ELEMENT_WORK = 200;

/**
 * Names with letters, as in the fourth edition of XML 1.0. The fifth one, which the parser follows, allows almost any character,
 * and the parsers of many other programs do not.
 */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}._·-]*$/u;
const PAIR = /[\uD800-\uDFFF]/;

/** Reads XML 1.0 with namespaces. It refuses a document type, so the only entities are the five of XML. */
export async function parseXml(source: string, meter: Meter): Promise<XmlElement> {
  if (source.length > MAX_XML_CHARACTERS) {
    throw new UnreadableXml(`The XML is larger than ${MAX_XML_CHARACTERS} characters.`);
  }
  meter.charge(source.length);
  if (!isXmlText(source)) throw new UnreadableXml('The XML has a character that XML does not allow.');
  const builder = new TreeBuilder(meter);
  for (let at = 0; at < source.length; at += PIECE) {
    const piece = source.slice(at, at + PIECE);
    meter.charge(CHARACTER_WORK * piece.length);
    builder.write(piece);
    if (meter.isDue) await meter.pause();
  }
  return builder.end();
}

/** Builds the tree of what the parser reads. The parser checks that the XML is well-formed. */
class TreeBuilder {
  private elements = 0;
  private attributes = 0;
  private root: XmlElement | null = null;
  private readonly open: XmlElement[] = [];
  private readonly parser = new SaxesParser({ xmlns: true, position: false });
  private readonly meter: Meter;

  constructor(meter: Meter) {
    this.meter = meter;
    const { parser } = this;
    parser.on('error', ({ message }) => this.refuse(message));
    parser.on('xmldecl', ({ version, encoding }) => this.checkDeclaration(version, encoding));
    parser.on('doctype', () => this.refuse('It has a document type declaration. It must have none'));
    parser.on('processinginstruction', ({ target }) => this.checkName(target));
    parser.on('attribute', (attribute) => this.countAttribute(attribute));
    parser.on('opentag', (tag) => this.addElement(tag));
    parser.on('closetag', () => this.open.pop());
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
  }

  write(piece: string): void {
    this.parser.write(piece);
  }

  end(): XmlElement {
    this.parser.close();
    return this.root ?? this.refuse('It has no element');
  }

  private refuse(fault: string): never {
    throw new UnreadableXml(
      `The XML cannot be read at line ${this.parser.line}: ${fault.replace(/\.$/, '')}.`,
    );
  }

  private checkDeclaration(version = '', encoding = 'UTF-8'): void {
    if (version !== '1.0') this.refuse(`Its version is ${version.slice(0, 40)}. It must be 1.0`);
    if (encoding.toUpperCase() !== 'UTF-8')
      this.refuse(`It says that its encoding is ${encoding.slice(0, 40)}. It must be UTF-8`);
  }

  private checkName(name: string): void {
    for (const part of name.split(':')) {
      if (!NAME.test(part) || PAIR.test(part)) this.refuse(`${name.slice(0, 40)} is no name`);
    }
  }

  private countAttribute({ name, prefix, value }: Pick<SaxesAttributeNS, 'name' | 'prefix' | 'value'>): void {
    this.checkName(name);
    this.attributes += 1;
    if (this.attributes > MAX_ATTRIBUTES)
      this.refuse(`An element has more than ${MAX_ATTRIBUTES} attributes`);
    // The parser drops this white space, and other programs see another namespace.
    if ((name === 'xmlns' || prefix === 'xmlns') && value !== value.trim())
      this.refuse(`The namespace of ${name} has white space around it`);
  }

  private addElement({ uri, local, attributes, name }: SaxesTagNS): void {
    this.checkName(name);
    const parent = this.open.at(-1) ?? null;
    const all = Object.values(attributes);
    // The prefix of each name is looked up in each element around it.
    this.meter.charge(ELEMENT_WORK + (1 + all.length) * this.open.length);
    const own = all
      .filter((one) => one.prefix !== 'xmlns' && one.name !== 'xmlns')
      .map((one) => ({ namespace: one.uri, name: one.local, value: one.value }));
    const element = new XmlElement(uri, local, own, parent);
    parent?.children.push(element);
    this.root ??= element;
    this.open.push(element);
    this.attributes = 0;
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS) this.refuse(`It has more than ${MAX_ELEMENTS} elements`);
    if (this.open.length > MAX_DEPTH) this.refuse(`${name} is deeper than ${MAX_DEPTH} elements`);
  }

  private addText(text: string): void {
    const open = this.open.at(-1);
    if (open !== undefined) open.text += text;
  }
}
