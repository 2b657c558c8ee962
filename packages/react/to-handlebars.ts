import { type Argument, type Arguments, isReference, type Reference } from './arguments.ts';
import { type Call, fromText, type Token, TOKENS } from './tokens.ts';

/** Replaces what the components left in the markup. */
export function toHandlebars(markup: string): string {
  const writer = new Writer();
  return markup.replaceAll(TOKENS, (_, before: string, text: string, after: string) =>
    separate(before, writer.write(fromText(text)), after),
  );
}

/** Keeps characters beside a placeholder from being a part of it: `{{{a}}}` would not escape the value, and `\{{a}}` would not print it. */
function separate(before: string, code: string, after: string): string {
  if (!code.startsWith('{{')) return before + code + after;
  const start = before === '{' ? '{{concat "{"}}' : before.replace('\\', '\\\\');
  return `${start}${code}${after === '}' ? '{{!}}}' : ''}`;
}

class Writer {
  /** The number of loops around. In a loop, names begin at the item. */
  #loops = 0;

  write(token: Token): string {
    switch (token.kind) {
      case 'value':
        return token.isHtml ? `{{{${this.#call(token)}}}}` : `{{${this.#call(token)}}}`;
      case 'open':
        return this.#open(token);
      case 'layout':
        return `{{#> ${requireName(token.name)}${this.#hash(token.hash)}}}`;
      case 'inline':
        return `{{#*inline "${requireName(token.name)}"}}`;
      case 'else':
        return '{{else}}';
      case 'close':
        if (token.word === 'each') this.#loops -= 1;
        return `{{/${token.word}}}`;
      case 'partial':
        return `{{> ${requireName(token.name)}${this.#hash(token.hash)}}}`;
      default:
        return token.code;
    }
  }

  #open(token: Extract<Token, { kind: 'open' }>): string {
    if (token.block === 'each') {
      const list = this.#argument(token.path);
      this.#loops += 1;
      return token.item === null ? `{{#each ${list}}}` : `{{#each ${list} as |${token.item}|}}`;
    }
    const condition = this.#call(token);
    return `{{#${token.block} ${token.helper === null ? condition : `(${condition})`}}}`;
  }

  #call({ helper, given, hash }: Call): string {
    const args = given.map((argument) => this.#argument(argument)).join(' ');
    return helper === null ? args : `${requireName(helper)} ${args}`.trimEnd() + this.#hash(hash);
  }

  #hash(hash: Arguments): string {
    return Object.entries(hash)
      .map(([name, argument]) => ` ${requireName(name)}=${this.#argument(argument)}`)
      .join('');
  }

  #argument(argument: Argument): string {
    if (!isReference(argument)) return typeof argument === 'string' ? quote(argument) : String(argument);
    const path = requirePath(argument);
    return argument.isFromRoot && this.#loops > 0 ? `@root.${path}` : path;
  }
}

const PATH =
  /^(?:@root\.|(?:\.\.\/)*)(?:@?[\p{L}_$][\p{L}\p{N}_$-]*|\[[^\]]+\]|this)(?:\.(?:[\p{L}\p{N}_$][\p{L}\p{N}_$-]*|\[[^\]]+\]))*$/u;

/** @throws {Error} the text is not a path, so Handlebars would read other code in it */
function requirePath({ path }: Reference): string {
  if (PATH.test(path)) return path;
  throw new Error(`"${path}" is not a path. Write names with dots between them, such as customer.name`);
}

/** @throws {Error} */
function requireName(name: string): string {
  if (/^[A-Za-z_@][\w.-]*$/.test(name)) return name;
  throw new Error(`"${name}" cannot be the name of a helper, a partial or an argument`);
}

/** @throws {Error} Handlebars has no text with both kinds of quotes, or with a backslash at its end */
function quote(text: string): string {
  if (text.endsWith('\\')) throw new Error(`A text of Handlebars cannot end with a backslash: ${text}`);
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  throw new Error(`A text of Handlebars cannot have both kinds of quotes: ${text}`);
}
