import { lineAt, type Notes } from '../notes.ts';
import { partialName } from '../names.ts';
import type { Dialect } from './dialects.ts';
import { ExpressionReader, type Scope } from './expression.ts';
import { NotTurned } from './not-turned.ts';
import { readTokens, type Token, type Trims } from './tokens.ts';

interface Source {
  readonly text: string;
  /** For notes. */
  readonly file: string;
  readonly dialect: Dialect;
}

/** Handlebars from Liquid or Jinja. What has no form in Handlebars stays as a comment, and has a note with its line. */
export function convertMarkup(source: Source, notes: Notes): string {
  return new Converter(source, notes).convert();
}

interface Block {
  readonly tag: string;
  /** What closes it. Empty for a block that is left out. */
  readonly closing: string;
  readonly loop?: { readonly variable: string; readonly list: string };
  /** Of `case`. */
  readonly subject?: string;
}

type Tag = Extract<Token, { kind: 'tag' }>;

class Converter {
  readonly #source: Source;
  readonly #notes: Notes;
  readonly #blocks: Block[] = [];
  readonly #aliases = new Map<string, string>();
  readonly #assignedOften: ReadonlySet<string>;
  readonly #tokens: readonly Token[];

  constructor(source: Source, notes: Notes) {
    this.#source = source;
    this.#notes = notes;
    this.#tokens = readTokens(source.text);
    this.#assignedOften = findAssignedOften(this.#tokens, source.dialect);
  }

  convert(): string {
    let html = '';
    let before = '';
    for (const token of this.#tokens) {
      const part = this.#turn(token);
      html += separate(before, part) + part;
      before = part || before;
    }
    for (const { tag } of this.#blocks)
      this.#notes.add(this.#source.file, null, `{% ${tag} %} is not closed`);
    return html;
  }

  #turn(token: Token): string {
    if (token.kind === 'text') return token.text;
    return this.#attempt(token, () => (token.kind === 'output' ? this.#output(token) : this.#tag(token)));
  }

  #attempt(token: Exclude<Token, { kind: 'text' }>, turn: () => string): string {
    try {
      return turn();
    } catch (error) {
      if (!(error instanceof NotTurned)) throw error;
      const code = token.kind === 'output' ? `{{ ${token.code} }}` : `{% ${token.name} ${token.code} %}`;
      this.#note(token, `${code.slice(0, 100)} was not turned: ${error.message}`);
      return toComment(code);
    }
  }

  #note({ at }: Token, text: string): void {
    this.#notes.add(this.#source.file, lineAt(this.#source.text, at), text);
  }

  get #scope(): Scope {
    const loops = this.#blocks.flatMap(({ loop }) => (loop === undefined ? [] : [loop]));
    return { loops, aliases: this.#aliases, dialect: this.#source.dialect };
  }

  #read(code: string): ExpressionReader {
    return new ExpressionReader(code, this.#scope);
  }

  #output({ code, trims }: Extract<Token, { kind: 'output' }>): string {
    const escaped = code.replace(/\|\s*(?:raw|safe)\s*$/, '');
    const value = bare(this.#read(escaped).readValue());
    return escaped === code ? mustache(value, trims) : `{{{${value}}}}`;
  }

  #tag(token: Tag): string {
    const { name, code, trims } = token;
    const { dialect } = this.#source;
    if (name === 'comment') return toComment(code);
    if (name === 'raw') return `{{{{raw}}}}${code}{{{{/raw}}}}`;
    if (name === 'if' || name === 'unless') return this.#conditional(name, token);
    if (name === 'for') return this.#loop(token);
    if (name === 'case') return this.#case(code);
    if (name === 'when') return this.#when(code, trims);
    if (name === 'else') return this.#else('', trims);
    if (dialect.elseIf.includes(name)) return this.#else(` if ${this.#read(code).readCondition()}`, trims);
    if (name === dialect.assign) return this.#assign(token);
    if (name === 'include' || name === 'render') return this.#include(code, trims);
    if (name.startsWith('end')) return this.#close(token);
    throw new NotTurned(`there is no tag "${name}"`);
  }

  #conditional(tag: 'if' | 'unless', { code, trims }: Tag): string {
    return this.#open(tag, () => {
      const html = mustache(`#${tag} ${this.#read(code).readCondition()}`, trims);
      return { html, block: { tag, closing: tag } };
    });
  }

  /** A block that is left out is closed later, and what is in it belongs to the block around. */
  #open(tag: string, turn: () => { readonly html: string; readonly block: Block }): string {
    try {
      const { html, block } = turn();
      this.#blocks.push(block);
      return html;
    } catch (error) {
      this.#blocks.push({ tag, closing: '' });
      throw error;
    }
  }

  #else(condition: string, trims: Trims): string {
    if (!this.#blocks.at(-1)?.closing) throw new NotTurned('its block was not turned');
    return mustache(`else${condition}`, trims);
  }

  #close(token: Tag): string {
    const tag = token.name.slice('end'.length);
    const block = this.#blocks.at(-1);
    if (block?.tag !== tag) throw new NotTurned('it closes no block');
    this.#blocks.pop();
    return block.closing === '' ? '' : mustache(`/${block.closing}`, token.trims);
  }

  #loop(token: Tag): string {
    const [, variable, code, options = ''] =
      /^([A-Za-z_]\w*)\s+in\s+(\S+?(?:\s*\|[^]*?)?)((?:\s+(?:limit|offset)\s*:\s*\S+|\s+reversed)*)\s*$/.exec(
        token.code,
      ) ?? [];
    const [, limit] = /limit\s*:\s*(\d+)/.exec(options) ?? [];
    return this.#open('for', () => {
      if (variable === undefined || code === undefined) throw new NotTurned('this form of a loop');
      if (code.startsWith('(')) throw new NotTurned('a range of numbers');
      if (/offset|reversed/.test(options)) throw new NotTurned('"offset" or "reversed"');
      const value = this.#read(code).readValue();
      const list = limit === undefined ? value : `(first ${value} ${limit})`;
      const html = mustache(`#each ${list} as |${variable}|`, token.trims);
      return { html, block: { tag: 'for', closing: 'each', loop: { variable, list } } };
    });
  }

  #case(code: string): string {
    return this.#open('case', () => {
      const subject = this.#read(code).readValue();
      return { html: '', block: { tag: 'case', closing: '', subject } };
    });
  }

  /** The first `when` opens an `if`, and the others are its `else if`. */
  #when(code: string, trims: Trims): string {
    const block = this.#blocks.at(-1);
    if (block?.subject === undefined) throw new NotTurned('it is in no "case"');
    const { subject } = block;
    const [first = '', ...others] = this.#read(code)
      .readList()
      .map((value) => `(eq ${subject} ${value})`);
    const condition = others.length === 0 ? first : `(or ${[first, ...others].join(' ')})`;
    if (block.closing !== '') return mustache(`else if ${condition}`, trims);
    this.#blocks[this.#blocks.length - 1] = { ...block, closing: 'if' };
    return mustache(`#if ${condition}`, trims);
  }

  /** A value that is named once, outside of all blocks, stands where its name is used. */
  #assign({ code }: Tag): string {
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*([^]+)$/.exec(code) ?? [];
    if (name === undefined || value === undefined) throw new NotTurned('this form of an assignment');
    if (this.#assignedOften.has(name)) throw new NotTurned(`"${name}" gets several values`);
    if (this.#blocks.length > 0) throw new NotTurned('an assignment inside of a block');
    this.#aliases.set(name, this.#read(value).readValue());
    return '';
  }

  #include(code: string, trims: Trims): string {
    const [, , name, rest = ''] = /^(["'])(.+?)\1\s*,?\s*([^]*)$/.exec(code) ?? [];
    if (name === undefined) throw new NotTurned('a name that is calculated');
    const given = rest
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [, key, value] = /^([A-Za-z_]\w*)\s*[:=]\s*([^]+)$/.exec(part) ?? [];
        if (key === undefined || value === undefined) throw new NotTurned(`"${part}"`);
        return `${key}=${this.#read(value).readValue()}`;
      });
    return mustache(['>', partialName(name), ...given].join(' '), trims);
  }
}

/** Keeps a character beside a placeholder from being a part of it: a backslash before it, and a brace after it. */
function separate(before: string, part: string): string {
  if (before.endsWith('\\') && part.startsWith('{{')) return '\\';
  return before.endsWith('}}') && part.startsWith('}') ? '{{!}}' : '';
}

/** `(upper a)` is `upper a` where nothing is around it. There, a text or a number alone would be the name of a value. */
function bare(value: string): string {
  if (value.startsWith('(')) return value.slice(1, -1);
  return /^["'\d-]/.test(value) ? `concat ${value}` : value;
}

const mustache = (code: string, { before, after }: Trims): string =>
  `{{${before ? '~' : ''}${code}${after ? '~' : ''}}}`;

/** A comment of Handlebars ends at `--}}`. */
const toComment = (code: string): string => `{{!-- ${code.trim().replaceAll('--', '- -')} --}}`;

/** Names that get more than one value have no one place where the value could stand. */
function findAssignedOften(tokens: readonly Token[], { assign }: Dialect): ReadonlySet<string> {
  const seen = new Set<string>();
  const often = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'tag') continue;
    const isCapture = token.name === 'capture' || token.name === 'increment' || token.name === 'decrement';
    if (token.name !== assign && !isCapture) continue;
    const [name = ''] = /^[\w-]+/.exec(token.code) ?? [];
    if (seen.has(name) || isCapture) often.add(name);
    seen.add(name);
  }
  return often;
}
