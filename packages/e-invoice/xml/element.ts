export interface XmlAttribute {
  /** Empty for an attribute without a prefix. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** The parser charges each element. */
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

/**
 * Returns a path such as `/Invoice/InvoiceLine[2]/ID`. An element has a position if siblings have its name.
 * An answer has a bounded number of problems, so nobody charges this.
 */
export function xpathOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    let twins = 0;
    let position = 0;
    for (const one of at.parent?.children ?? [at]) {
      if (one.name !== at.name) continue;
      twins += 1;
      if (one === at) position = twins;
    }
    steps.unshift(twins === 1 ? at.name : `${at.name}[${position}]`);
  }
  return `/${steps.join('/')}`;
}
