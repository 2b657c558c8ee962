/**
 * What a schema says of the elements that an invoice may have, as `npm run tool -- e-invoice-tables` writes it.
 * A type of elements: `ram:ID IDType, ram:Name? TextType`. `?`: at most one, `*`: any number, `+`: one at least, `?2`: at most two.
 * The type `-` has elements that EN 16931 does not use: what is in them is not checked.
 * A type of text: `=decimal @currencyID! @name`. `!`: the attribute must be there.
 */
export interface StructureTable {
  readonly namespaces: Readonly<Record<string, string>>;
  /** The root element and its type. */
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
  /** Null: it has text. */
  readonly children: ReadonlyMap<string, ChildRule> | null;
  /** `decimal`. Null: it has elements. */
  readonly text: string | null;
  readonly attributes: ReadonlyMap<string, boolean>;
}

export class Structure {
  private readonly read = new Map<string, ElementType>();
  readonly table: StructureTable;

  constructor(table: StructureTable) {
    this.table = table;
  }

  /** Null: what is in it is not checked. */
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
