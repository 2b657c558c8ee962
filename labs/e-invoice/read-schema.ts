import { readFileSync } from 'node:fs';
import { Meter } from '@platen/meter';
import { parseXml } from '../../packages/e-invoice/xml/parse.ts';
import type { XmlElement } from '../../packages/e-invoice/xml/element.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema';

interface Declared {
  readonly element: XmlElement;
  readonly schema: SchemaFile;
}

/** The files of an XML schema, read together. */
export class Schema {
  private readonly types = new Map<string, Declared>();
  private readonly elements = new Map<string, Declared>();
  /** The types that are written already, by their names in the table. */
  readonly written = new Map<string, string>();
  private readonly isUsed: (type: string) => boolean;

  /** @param isUsed whether a type is used. The content of other types is left out */
  static async read(files: readonly string[], isUsed?: (type: string) => boolean): Promise<Schema> {
    return new Schema(await Promise.all(files.map((file) => SchemaFile.read(file))), isUsed);
  }

  private constructor(schemas: readonly SchemaFile[], isUsed: (type: string) => boolean = () => true) {
    this.isUsed = isUsed;
    for (const schema of schemas) {
      for (const element of schema.root.children) {
        const key = `${schema.target}|${element.attribute('name') ?? ''}`;
        if (isXsd(element, 'complexType') || isXsd(element, 'simpleType'))
          this.types.set(key, { element, schema });
        if (isXsd(element, 'element')) this.elements.set(key, { element, schema });
      }
    }
  }

  /** Writes the type of a root element, with all types that it needs. Returns its name. */
  writeRoot(namespace: string, name: string): string {
    const { element, schema } = this.require(this.elements, `${namespace}|${name}`);
    return this.writeTypeOf(element, schema);
  }

  private writeTypeOf(element: XmlElement, schema: SchemaFile): string {
    const type = element.attribute('type');
    if (type !== null) return this.writeType(schema.resolve(type));
    const anonymous = element.children.find((one) => isXsd(one, 'complexType'));
    if (anonymous === undefined)
      throw new Error(`The element ${element.attribute('name') ?? ''} has no type.`);
    const name = `${element.attribute('name') ?? ''}Type`;
    return this.write(name, anonymous, schema);
  }

  private writeType([namespace, name]: QualifiedName): string {
    if (namespace === XSD) {
      return this.writeText(`xs:${name}`, `=${kindOf(name)}`);
    }
    const { element, schema } = this.require(this.types, `${namespace}|${name}`);
    return this.write(name, element, schema);
  }

  private write(name: string, element: XmlElement, schema: SchemaFile): string {
    if (this.written.has(name)) return name;
    const sequence = find(element, 'sequence') ?? find(element, 'choice');
    if (sequence === null) {
      const { kind, attributes } = this.readText(element, schema);
      const list = [...attributes].map(([attribute, isNeeded]) => ` @${attribute}${isNeeded ? '!' : ''}`);
      return this.writeText(name, `=${kind}${list.join('')}`);
    }
    if (!this.isUsed(name)) return '-';
    this.written.set(name, '');
    const children = sequence.children.filter((one) => isXsd(one, 'element'));
    this.written.set(name, children.map((child) => this.writeChild(child, schema)).join(', '));
    return name;
  }

  /** Writes a type with text. Equal types have one name. */
  private writeText(name: string, text: string): string {
    for (const [other, known] of this.written) if (known === text) return other;
    this.written.set(name, text);
    return name;
  }

  private writeChild(child: XmlElement, schema: SchemaFile): string {
    const reference = child.attribute('ref');
    const key = reference === null ? null : schema.resolve(reference);
    const declared = key === null ? { element: child, schema } : this.require(this.elements, key.join('|'));
    const prefix = prefixOf(key?.[0] ?? schema.target);
    const type = this.writeTypeOf(declared.element, declared.schema);
    return `${prefix}:${declared.element.attribute('name') ?? ''}${timesOf(child)} ${type}`;
  }

  /** Returns the built-in type of a text, and its attributes. */
  private readText(
    element: XmlElement,
    schema: SchemaFile,
  ): { kind: string; attributes: Map<string, boolean> } {
    const derivation = find(element, 'extension') ?? find(element, 'restriction');
    if (derivation === null) throw new Error('A type of text has no base.');
    const [namespace, name] = schema.resolve(derivation.attribute('base') ?? '');
    const base =
      namespace === XSD
        ? { kind: kindOf(name), attributes: new Map<string, boolean>() }
        : this.readBase(`${namespace}|${name}`);
    for (const one of derivation.children.filter((child) => isXsd(child, 'attribute'))) {
      base.attributes.set(one.attribute('name') ?? '', one.attribute('use') === 'required');
    }
    return base;
  }

  private readBase(key: string): { kind: string; attributes: Map<string, boolean> } {
    const { element, schema } = this.require(this.types, key);
    return this.readText(element, schema);
  }

  private require(all: ReadonlyMap<string, Declared>, key: string): Declared {
    const found = all.get(key);
    if (found === undefined) throw new Error(`The schema does not declare ${key}.`);
    return found;
  }
}

type QualifiedName = readonly [namespace: string, name: string];

class SchemaFile {
  readonly root: XmlElement;
  readonly target: string;
  private readonly prefixes: ReadonlyMap<string, string>;

  private constructor(source: string, root: XmlElement) {
    this.root = root;
    this.target = this.root.attribute('targetNamespace') ?? '';
    const declarations = source.matchAll(/xmlns(?::([\w-]+))?="([^"]*)"/g);
    this.prefixes = new Map([...declarations].map(([, prefix = '', namespace = '']) => [prefix, namespace]));
  }

  static async read(file: string): Promise<SchemaFile> {
    const source = readFileSync(file, 'utf8');
    const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
    return new SchemaFile(source, await parseXml(source, meter));
  }

  resolve(name: string): QualifiedName {
    const [prefix = '', local] = name.includes(':') ? name.split(':') : ['', name];
    return [this.prefixes.get(prefix) ?? this.target, local ?? ''];
  }
}

const isXsd = (element: XmlElement, name: string): boolean =>
  element.namespace === XSD && element.name === name;

function find(element: XmlElement, name: string): XmlElement | null {
  if (isXsd(element, name)) return element;
  for (const child of element.children) {
    const found = isXsd(child, 'annotation') ? null : find(child, name);
    if (found !== null) return found;
  }
  return null;
}

/** The kinds that are checked. Any text is a string. */
const kindOf = (name: string): string =>
  ['decimal', 'date', 'time', 'boolean', 'base64Binary'].includes(name) ? name : 'string';

function timesOf(element: XmlElement): string {
  const least = element.attribute('minOccurs') ?? '1';
  const most = element.attribute('maxOccurs') ?? '1';
  if (most === 'unbounded') return least === '0' ? '*' : '+';
  return `${least === '0' ? '?' : ''}${most === '1' ? '' : most}`;
}

export const PREFIXES: Readonly<Record<string, string>> = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  ubl: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  cn: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
};

function prefixOf(namespace: string): string {
  const found = Object.entries(PREFIXES).find(([, one]) => one === namespace)?.[0];
  if (found === undefined) throw new Error(`The namespace ${namespace} has no prefix.`);
  return found;
}
