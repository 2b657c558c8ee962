export interface XmlAttribute {
  /** Empty for an attribute without a prefix. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

export class XmlElement {
  readonly children: XmlElement[] = [];
  /** The text between the tags of this element, without the text of its children. */
  text = '';
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly parent: XmlElement | null;

  constructor(
    namespace: string,
    name: string,
    attributes: readonly XmlAttribute[],
    parent: XmlElement | null,
  ) {
    this.namespace = namespace;
    this.name = name;
    this.attributes = attributes;
    this.parent = parent;
  }

  attribute(name: string): string | null {
    return this.attributes.find((one) => one.namespace === '' && one.name === name)?.value ?? null;
  }
}

/** Returns a path such as `/Invoice/InvoiceLine[2]/ID`. An element has a position if siblings have its name. */
export function xpathOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const { name, parent } = at;
    const twins = parent === null ? [at] : parent.children.filter((one) => one.name === name);
    steps.unshift(twins.length === 1 ? name : `${name}[${twins.indexOf(at) + 1}]`);
  }
  return `/${steps.join('/')}`;
}
