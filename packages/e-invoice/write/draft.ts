import type { Meter } from '@platen/meter';
import type { ChildRule, Structure } from '../structure/structure.ts';
import type { Condition, Path, Step } from '../terms/path.ts';
import { XmlSize } from '../xml/size.ts';
import { escapeText } from '../xml/text.ts';

/** The characters of an element beside its name: `<`, `/>` and the end of the line. */
const EMPTY_ELEMENT = 4;

/** An element is written, beside its characters. */
const ELEMENT_WORK = 200;

/** All elements of a document share this. */
export interface DraftDocument {
  readonly structure: Structure;
  readonly meter: Meter;
  /** At least so many characters become XML: what an element adds to its name and its text is not counted. */
  readonly size: XmlSize;
}

/** An element that is being written. `serialize` puts its children in the order of the structure. */
export class Draft {
  text: string | null = null;
  /** Returns the field of the data that made it. It is null for an element that only holds others. */
  source: (() => string) | null = null;
  readonly attributes = new Map<string, string>();
  private readonly children: Draft[] = [];
  private readonly document: DraftDocument;
  readonly tag: string;
  private readonly type: string;
  private readonly order: number;

  constructor(document: DraftDocument, tag: string, type: string, order = 0) {
    document.size.add(tag.length + EMPTY_ELEMENT);
    this.document = document;
    this.tag = tag;
    this.type = type;
    this.order = order;
  }

  /** @throws {XmlTooLong} */
  write(text: string): void {
    this.document.size.add(text.length + this.tag.length);
    this.text = text;
  }

  /** Returns the element at the end of a path, and adds the elements that are missing. `isNew` always adds the last one. */
  at(path: Path, isNew: boolean, variables: ReadonlyMap<string, string>): Draft {
    return path.reduce<Draft>((draft, step, index) => {
      const mustBeNew = step.repeats || (isNew && index === path.length - 1);
      return draft.step(step, mustBeNew, variables);
    }, this);
  }

  /** Returns whether the structure has the elements of a path. */
  allows(path: Path): boolean {
    let { type } = this;
    for (const { name } of path) {
      if (name === '.' || name.startsWith('@')) continue;
      const rule = this.document.structure.type(type)?.children?.get(name);
      if (rule === undefined) return false;
      ({ type } = rule);
    }
    return true;
  }

  needsAttribute(name: string): boolean {
    return this.document.structure.type(this.type)?.attributes.get(name) === true;
  }

  private step(
    { name, conditions }: Step,
    mustBeNew: boolean,
    variables: ReadonlyMap<string, string>,
  ): Draft {
    const filled = conditions.map((one) => ({ ...one, value: variables.get(one.value) ?? one.value }));
    let child: Draft | undefined = name === '.' ? this : undefined;
    child ??= mustBeNew
      ? undefined
      : this.find((one) => one.isNamed(name) && filled.every((each) => one.meets(each)));
    child ??= this.addChild(name);
    for (const { path, operator, value } of filled) {
      if (operator !== '!=') child.set(path, value);
    }
    return child;
  }

  /** Returns the field of the data that made the element of an XPath, or its nearest one. */
  fieldAt(xpath: string): string {
    const trail: Draft[] = [this];
    for (const step of xpath.split('/').slice(2)) {
      const [, name = '', position = '1'] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? [];
      const inner = trail
        .at(-1)
        ?.inOrder()
        .filter((one) => one.isNamed(name))[Number(position) - 1];
      if (inner === undefined) break;
      trail.push(inner);
    }
    const below = trail.at(-1)?.firstSource();
    return (below ?? trail.findLast(({ source }) => source !== null)?.source)?.() ?? '';
  }

  private firstSource(): (() => string) | null {
    if (this.source !== null) return this.source;
    for (const child of this.inOrder()) {
      const source = child.firstSource();
      if (source !== null) return source;
    }
    return null;
  }

  private inOrder(): readonly Draft[] {
    return this.children.toSorted((one, other) => one.order - other.order);
  }

  private find(isWanted: (child: Draft) => boolean): Draft | undefined {
    this.document.meter.charge(this.children.length);
    return this.children.find(isWanted);
  }

  private isNamed(name: string): boolean {
    return this.tag.endsWith(`:${name}`);
  }

  private addChild(name: string): Draft {
    const rule = this.rules().get(name);
    if (rule === undefined) throw new Error(`The structure has no element ${name} in ${this.tag}.`);
    const child = new Draft(this.document, `${rule.prefix}:${rule.name}`, rule.type, rule.order);
    this.children.push(child);
    return child;
  }

  private rules(): ReadonlyMap<string, ChildRule> {
    return this.document.structure.type(this.type)?.children ?? new Map<string, ChildRule>();
  }

  private meets({ path, operator, value }: Condition): boolean {
    return operator === ':=' || (this.get(path) === value) === (operator === '=');
  }

  private get([name, ...rest]: readonly string[]): string | null {
    if (name === undefined) return this.text;
    if (name.startsWith('@')) return this.attributes.get(name.slice(1)) ?? null;
    return this.find((one) => one.isNamed(name))?.get(rest) ?? null;
  }

  /** Sets a text or an attribute. It does not replace a text. */
  private set([name, ...rest]: readonly string[], value: string): void {
    if (name === undefined) this.text ??= value;
    else if (name.startsWith('@')) this.attributes.set(name.slice(1), value);
    else (this.find((one) => one.isNamed(name)) ?? this.addChild(name)).set(rest, value);
  }

  /** Returns the element as XML. @throws {XmlTooLong} */
  async serialize(): Promise<string> {
    const { meter } = this.document;
    const pieces: string[] = [];
    const size = new XmlSize();
    await this.append((piece) => {
      size.add(piece.length);
      meter.charge(piece.length);
      pieces.push(piece);
    }, '');
    return pieces.join('');
  }

  private async append(push: (piece: string) => void, indent: string): Promise<void> {
    this.document.meter.charge(ELEMENT_WORK);
    if (this.document.meter.isDue) await this.document.meter.pause();
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escapeText(value)}"`)
      .join('');
    const open = `${indent}<${this.tag}${attributes}`;
    if (this.text !== null) {
      push(`${open}>${escapeText(this.text)}</${this.tag}>\n`);
      return;
    }
    if (this.children.length === 0) {
      push(`${open}/>\n`);
      return;
    }
    push(`${open}>\n`);
    for (const child of this.inOrder()) await child.append(push, `${indent}  `);
    push(`${indent}</${this.tag}>\n`);
  }
}
