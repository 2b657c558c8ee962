import type { ChildRule, Structure } from '../structure/structure.ts';
import type { Condition, Path, Step } from '../terms/path.ts';
import { escapeText } from '../xml/text.ts';

/** An element that is being written. `serialize` puts its children in the order of the structure. */
export class Draft {
  text: string | null = null;
  readonly attributes = new Map<string, string>();
  private readonly children: Draft[] = [];
  private readonly structure: Structure;
  readonly tag: string;
  private readonly type: string;
  private readonly order: number;

  constructor(structure: Structure, tag: string, type: string, order = 0) {
    this.structure = structure;
    this.tag = tag;
    this.type = type;
    this.order = order;
  }

  /** Returns the element at the end of a path, and adds the elements that are missing. `isNew` always adds the last one. */
  at(path: Path, isNew: boolean, variables: ReadonlyMap<string, string>): Draft {
    return path.reduce<Draft>((draft, step, index) => {
      const mustBeNew = step.repeats || (isNew && index === path.length - 1);
      return draft.step(step, mustBeNew, variables);
    }, this);
  }

  /** Whether the structure has the elements of a path. */
  allows(path: Path): boolean {
    let { type } = this;
    for (const { name } of path) {
      if (name === '.' || name.startsWith('@')) continue;
      const rule = this.structure.type(type)?.children?.get(name);
      if (rule === undefined) return false;
      ({ type } = rule);
    }
    return true;
  }

  needsAttribute(name: string): boolean {
    return this.structure.type(this.type)?.attributes.get(name) === true;
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
      : this.children.find((one) => one.isNamed(name) && filled.every((each) => one.meets(each)));
    child ??= this.addChild(name);
    for (const { path, operator, value } of filled) {
      if (operator !== '!=') child.set(path, value);
    }
    return child;
  }

  private isNamed(name: string): boolean {
    return this.tag.endsWith(`:${name}`);
  }

  private addChild(name: string): Draft {
    const rule = this.rules().get(name);
    if (rule === undefined) throw new Error(`The structure has no element ${name} in ${this.tag}.`);
    const child = new Draft(this.structure, `${rule.prefix}:${rule.name}`, rule.type, rule.order);
    this.children.push(child);
    return child;
  }

  private rules(): ReadonlyMap<string, ChildRule> {
    return this.structure.type(this.type)?.children ?? new Map<string, ChildRule>();
  }

  private meets({ path, operator, value }: Condition): boolean {
    return operator === ':=' || (this.get(path) === value) === (operator === '=');
  }

  private get([name, ...rest]: readonly string[]): string | null {
    if (name === undefined) return this.text;
    if (name.startsWith('@')) return this.attributes.get(name.slice(1)) ?? null;
    return this.children.find((one) => one.isNamed(name))?.get(rest) ?? null;
  }

  /** Sets a text or an attribute. It does not replace a text. */
  private set([name, ...rest]: readonly string[], value: string): void {
    if (name === undefined) this.text ??= value;
    else if (name.startsWith('@')) this.attributes.set(name.slice(1), value);
    else (this.children.find((one) => one.isNamed(name)) ?? this.addChild(name)).set(rest, value);
  }

  /** Writes the element as XML. */
  serialize(indent = ''): string {
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escapeText(value)}"`)
      .join('');
    const open = `${indent}<${this.tag}${attributes}`;
    if (this.text !== null) return `${open}>${escapeText(this.text)}</${this.tag}>\n`;
    if (this.children.length === 0) return `${open}/>\n`;
    const inOrder = this.children.toSorted((one, other) => one.order - other.order);
    return `${open}>\n${inOrder.map((one) => one.serialize(`${indent}  `)).join('')}${indent}</${this.tag}>\n`;
  }
}
