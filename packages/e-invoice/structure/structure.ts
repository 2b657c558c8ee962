/**
 * The elements that an invoice may have. `npm run tool -- e-invoice-tables` writes this table from a schema.
 *
 * A type with elements is `ram:ID IDType, ram:Name? TextType`. `?` means at most one, `*` any number, `+` at least one, `?2` at most two.
 * An element of the type `-` is one that EN 16931 does not use. Its content is not checked.
 * A type with text is `=decimal @currencyID! @name`. `!` means that the attribute is required.
 */
export interface StructureTable {
  readonly namespaces: Readonly<Record<string, string>>;
  /** The root elements and their types. */
  readonly roots: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
}

export interface ChildRule {
  readonly prefix: string;
  readonly name: string;
  readonly type: string;
  readonly least: number;
  readonly most: number;
  /** Its place among its siblings. */
  readonly order: number;
}

export interface ElementType {
  /** It is null for a type with text. */
  readonly children: ReadonlyMap<string, ChildRule> | null;
  /** The kind of the text, such as `decimal`. It is null for a type with elements. */
  readonly text: string | null;
  /** By name of an attribute, true if it is required. */
  readonly attributes: ReadonlyMap<string, boolean>;
}

export class Structure {
  private readonly read = new Map<string, ElementType>();
  readonly table: StructureTable;

  constructor(table: StructureTable) {
    this.table = table;
  }

  /** Returns null for the type `-`, whose content is not checked. */
  type(name: string): ElementType | null {
    if (name === '-') return null;
    let type = this.read.get(name);
    if (type === undefined) {
      const text = this.table.types[name];
      if (text === undefined) throw new Error(`The table has no type ${name}.`);
      type = readType(text);
      this.read.set(name, type);
    }
    return type;
  }

  namespace(prefix: string): string {
    const namespace = this.table.namespaces[prefix];
    if (namespace === undefined) throw new Error(`The table has no prefix ${prefix}.`);
    return namespace;
  }
}

function readType(text: string): ElementType {
  if (text.startsWith('=')) {
    const [kind = '', ...attributes] = text.slice(1).split(' @');
    const rules = attributes.map((one): [string, boolean] => [one.replace('!', ''), one.endsWith('!')]);
    return { children: null, text: kind, attributes: new Map(rules) };
  }
  const children = text.split(', ').map((one, order): [string, ChildRule] => {
    const child = readChild(one, order);
    return [child.name, child];
  });
  return { children: new Map(children), text: null, attributes: new Map() };
}

function readChild(text: string, order: number): ChildRule {
  const [, prefix = '', name = '', times = '', most = '', type = ''] =
    /^(\w+):([A-Za-z]\w*)([?*+]?)(\d?) (\S+)$/.exec(text) ?? [];
  const many = times === '*' || times === '+' ? Infinity : 1;
  return {
    prefix,
    name,
    type,
    least: times === '?' || times === '*' ? 0 : 1,
    most: most === '' ? many : Number(most),
    order,
  };
}
