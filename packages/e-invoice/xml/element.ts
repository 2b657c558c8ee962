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

  #steps: ReadonlyMap<XmlElement, string> | null = null;

  attribute(name: string): string | null {
    return this.attributes.find((one) => one.namespace === '' && one.name === name)?.value ?? null;
  }

  /** The last step of the path of a child, such as `InvoiceLine[2]`. All steps are made at the first question: an element can have 100,000 children. */
  stepOf(child: XmlElement): string {
    this.#steps ??= this.#makeSteps();
    return this.#steps.get(child) ?? child.name;
  }

  #makeSteps(): ReadonlyMap<XmlElement, string> {
    const twins = Map.groupBy(this.children, ({ name }) => name);
    return new Map(
      [...twins.values()].flatMap((ones) =>
        ones.map((one, index) => [one, ones.length === 1 ? one.name : `${one.name}[${index + 1}]`] as const),
      ),
    );
  }
}

/**
 * Returns a path such as `/Invoice/InvoiceLine[2]/ID`. An element has a position if siblings have its name. The parser charges
 * each element.
 */
export function xpathOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let at: XmlElement | null = element; at !== null; at = at.parent)
    steps.unshift(at.parent?.stepOf(at) ?? at.name);
  return `/${steps.join('/')}`;
}
