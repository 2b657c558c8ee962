import type { ChildRule, Structure } from '../structure/structure.ts';
import type { Condition, Path, Step } from '../terms/path.ts';
import { escapeText } from '../xml/text.ts';

/** The structure has no such element: the profile does not have the term. */
class NotInStructure extends Error {}

/** An element that is being written. Its children are put in the order of the structure at the end. */
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

  /** The element at the end of a path, which is made where it is missing. `isNew`: the last step is made in any case. */
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
    if (rule === undefined) throw new NotInStructure(name);
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

  /** A text that is there stays. */
  private set([name, ...rest]: readonly string[], value: string): void {
    if (name === undefined) this.text ??= value;
    else if (name.startsWith('@')) this.attributes.set(name.slice(1), value);
    else (this.children.find((one) => one.isNamed(name)) ?? this.addChild(name)).set(rest, value);
  }

  /** Without what has neither text nor elements, unless the structure wants it. */
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
