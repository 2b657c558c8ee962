import type { Random } from '../random.ts';

const NAMES = [
  'a',
  'b',
  'list',
  'obj',
  'name',
  'n',
  'zero',
  'nothing',
  'html',
  'deep',
  'length',
  'p',
  'yes',
  'no',
];
const TEXTS = ['x', ' ', '\n', '  \n', 'text\n', '<b>', ' \t', '\n\n', '\\\\', 'é', '"', '\r\n', '\\'];
const VALUE_HELPERS = [
  'upper',
  'json',
  'length',
  'add',
  'default',
  'or',
  'eq',
  'join',
  'first',
  'lookup',
  'not',
  'and',
];
const PATHS = [
  'this',
  '.',
  '@index',
  '@key',
  '@first',
  '@root.a',
  '@root.list.[0]',
  '@last',
  '@../index',
  'list.[0]',
  'obj.[a b]',
  './name',
  'this.n',
  'obj/a',
  'item',
  'i',
  '@partial-block',
];
const LITERALS = ['1', '0', '-2.5', '"s"', "'t'", 'true', 'false', 'null', 'undefined', '""', '"a\\"b"'];

const PARTIALS = ['p', 'q', 'r'] as const;

/** Generates templates with the whole grammar of Handlebars. Some of them are damaged afterwards. */
export class TemplateGenerator {
  readonly #random: Random;
  /** Partials that can be called or defined here. A partial can call only those after it, so that none is recursive. */
  #partials: readonly string[] = PARTIALS;

  constructor(random: Random) {
    this.#random = random;
  }

  template(): string {
    const inlines = PARTIALS.filter(() => this.#random.chance(0.95)).map((name) => this.#inline(name));
    const template = inlines.join('') + this.#program(this.#random.chance(0.3) ? 3 : 2);
    return this.#random.chance(0.1) ? this.#damaged(template) : template;
  }

  data(): Record<string, unknown> {
    return Object.fromEntries(
      NAMES.map((name) => [name, this.#value(3)]).filter(() => this.#random.chance(0.85)),
    );
  }

  #value(depth: number): unknown {
    const kind = this.#random.below(depth > 0 ? 11 : 8);
    if (kind === 8) return Array.from({ length: this.#random.below(4) }, () => this.#value(depth - 1));
    if (kind > 8) {
      const keys = ['a', 'b', 'n', 'name', 'a b', 'list', 'length'].filter(() => this.#random.chance(0.5));
      return Object.fromEntries(keys.map((key) => [key, this.#value(depth - 1)]));
    }
    return [1, 0, 'text', '', '<&>', true, false, null][kind];
  }

  #program(depth: number): string {
    return Array.from({ length: 1 + this.#random.below(3) }, () => this.#statement(depth)).join('');
  }

  #statement(depth: number): string {
    const simple = [
      () => this.#random.pick(TEXTS),
      () => this.#mustache(),
      () => this.#mustache(),
      () => this.#comment(),
    ];
    const nested = [
      () => this.#block(depth),
      () => this.#block(depth),
      () => this.#partial(depth),
      () => this.#section(depth),
    ];
    return this.#random.pick(depth > 0 ? [...simple, ...nested] : simple)();
  }

  #tilde = (): string => (this.#random.chance(0.1) ? '~' : '');

  #tag(content: string): string {
    return `{{${this.#tilde()}${content}${this.#tilde()}}}`;
  }

  #mustache(): string {
    const content = this.#random.chance(0.3) ? this.#call(2) : this.#path();
    const kind = this.#random.below(10);
    if (kind < 2) return `{{{${content}}}}`;
    return kind === 2 ? `{{&${content}}}` : this.#tag(content);
  }

  #comment(): string {
    return this.#random.pick([
      '{{! comment }}',
      '{{!-- {{a}} --}}',
      '\\{{escaped}}',
      '{{{{raw}}}} {{x}} {{{{/raw}}}}',
      '{{~! c ~}}',
    ]);
  }

  #path(): string {
    const base = this.#random.pick([...NAMES, ...NAMES, ...PATHS]);
    const climbing =
      /^[a-z]/.test(base) && this.#random.chance(0.15) ? '../'.repeat(1 + this.#random.below(2)) : '';
    return (
      climbing +
      base +
      (this.#random.chance(0.25) && /^[a-z]/.test(base) ? `.${this.#random.pick(NAMES)}` : '')
    );
  }

  #argument(depth: number): string {
    const kind = this.#random.below(10);
    if (kind < 3) return this.#random.pick(LITERALS);
    return kind === 3 && depth > 0 ? `(${this.#call(depth - 1)})` : this.#path();
  }

  #call(depth: number): string {
    const args = Array.from({ length: this.#random.below(3) + 1 }, () => this.#argument(depth));
    const hash = this.#random.chance(0.2) ? [`k=${this.#argument(depth)}`] : [];
    return [this.#random.pick(VALUE_HELPERS), ...args, ...hash].join(' ');
  }

  #block(depth: number): string {
    const helper = this.#random.pick(['if', 'if', 'unless', 'each', 'each', 'with', 'eq']);
    const argument = helper === 'eq' ? `${this.#argument(1)} ${this.#argument(1)}` : this.#argument(1);
    const iterates = helper === 'each' || helper === 'with';
    const params = iterates && this.#random.chance(0.25) ? ' as |item i|' : '';
    const option = helper === 'if' && this.#random.chance(0.1) ? ' includeZero=true' : '';
    const opening = this.#tag(`#${helper} ${argument}${option}${params}`);
    const chain = this.#random.chance(0.15)
      ? `${this.#tag(`else if ${this.#path()}`)}${this.#program(depth - 1)}`
      : '';
    const inverse = this.#random.chance(0.3)
      ? `${this.#tag(this.#random.pick(['else', '^']))}${this.#program(depth - 1)}`
      : '';
    return `${opening}${this.#program(depth - 1)}${chain}${inverse}${this.#tag(`/${helper}`)}`;
  }

  #section(depth: number): string {
    const path = this.#random.pick(NAMES);
    return `${this.#tag(`${this.#random.pick(['#', '#', '^'])}${path}`)}${this.#program(depth - 1)}${this.#tag(`/${path}`)}`;
  }

  #partial(depth: number): string {
    if (this.#partials.length === 0) return this.#mustache();
    const name = this.#random.pick(this.#partials);
    const context = this.#random.chance(0.3) ? ` ${this.#path()}` : '';
    const hash = this.#random.chance(0.3) ? ` a=${this.#argument(1)}` : '';
    const kind = this.#random.below(5);
    if (kind < 2) return `${this.#inline(name)}${this.#tag(`> ${name}${context}${hash}`)}`;
    if (kind === 2) return `{{#> ${name}${context}${hash}}}${this.#program(depth - 1)}{{/${name}}}`;
    if (kind === 3) return `\n  ${this.#tag(`> ${name}${context}`)}\n`;
    return this.#tag(`> (default "${name}")`);
  }

  /** It prints the block of the call, if there is one. */
  #inline(name: string): string {
    const outer = this.#partials;
    this.#partials = PARTIALS.slice(PARTIALS.indexOf(name as 'p') + 1);
    const body = this.#program(1);
    this.#partials = outer;
    const block = this.#random.chance(0.2) ? '{{#if @partial-block}}{{> @partial-block}}{{/if}}' : '';
    return `{{#*inline "${name}"}}${body}${block}{{/inline}}`;
  }

  /** Removes, repeats or inserts something. */
  #damaged(template: string): string {
    const at = this.#random.below(template.length + 1);
    const length = this.#random.below(4);
    const piece = this.#random.pick([
      '',
      '{{',
      '}}',
      '}',
      '{',
      '{{/if}}',
      '|',
      '(',
      ')',
      '~',
      '{{else}}',
      '"',
      '=',
      '.',
      '../',
    ]);
    return template.slice(0, at) + piece + template.slice(at + length);
  }
}
