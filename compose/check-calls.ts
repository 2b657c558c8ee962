import { locate, TemplateFault } from './handlebars/located.ts';
import type { Helper, HelperOptions } from './handlebars/official.ts';
import type {
  Argument,
  Call,
  Literal,
  PartialCall,
  PathExpression,
  Program,
  Statement,
} from './handlebars/syntax-tree.ts';
import { STAND_INS } from './helpers/stand-ins.ts';

/** Each may build a formatter, which takes 50 µs. Later ones are told when they are used. */
const MAX_TRIED_CALLS = 1_000;

/** Of the language: these are never data. */
const ONE_ARGUMENT = new Set(['if', 'unless', 'with']);

/** Names of partials that the template defines itself. */
interface Partials {
  readonly names: ReadonlySet<string>;
  /** A name that only data tells may be any name. */
  readonly any: boolean;
}

/**
 * Finds calls that cannot succeed, whatever the data: of a helper, decorator or partial that is not there, or
 * with constants that the helper does not take. A lone `{{name}}` is no such call, because it may be data.
 *
 * @throws {TemplateFault} located at the first of them
 */
export function checkCalls(tree: Program, helpers: Readonly<Record<string, Helper>>): void {
  new CallCheck(tree, helpers).program(tree, []);
}

class CallCheck {
  readonly #helpers: Readonly<Record<string, Helper>>;
  readonly #partials: Partials;
  #tried = 0;

  constructor(tree: Program, helpers: Readonly<Record<string, Helper>>) {
    this.#helpers = helpers;
    this.#partials = partialsOf(tree);
  }

  /** @param scope names of block parameters, which hide helpers */
  program({ body, blockParams = [] }: Program, scope: readonly string[]): void {
    const inner = [...blockParams, ...scope];
    for (const statement of body) this.#statement(statement, inner);
  }

  #statement(node: Statement, scope: readonly string[]): void {
    if (node.type === 'ContentStatement' || node.type === 'CommentStatement') return;
    if (node.type === 'PartialStatement' || node.type === 'PartialBlockStatement') {
      this.#partial(node);
      this.#argument(node.name, scope);
    } else this.#call(node, scope);
    this.#arguments(node, scope);
    if ('program' in node && node.program) this.program(node.program, scope);
    if ('inverse' in node && node.inverse) this.program(node.inverse, scope);
  }

  #arguments({ params, hash }: Pick<Call, 'params' | 'hash'>, scope: readonly string[]): void {
    for (const param of params) this.#argument(param, scope);
    for (const { value } of hash?.pairs ?? []) this.#argument(value, scope);
  }

  #argument(node: Argument, scope: readonly string[]): void {
    if (node.type !== 'SubExpression') return;
    this.#call(node, scope);
    this.#arguments(node, scope);
  }

  #call(node: Call, scope: readonly string[]): void {
    const { path, params, hash, loc } = node;
    if (path.type === 'SubExpression') return;
    const name = nameOf(path);
    try {
      if (node.type === 'Decorator' || node.type === 'DecoratorBlock') return requireDecorator(name);
      const isData = path.type === 'PathExpression' && path.data;
      if (isData || scope.includes(name)) return;
      if (ONE_ARGUMENT.has(name) && params.length !== 1) {
        throw new TemplateFault(`#${name} requires exactly one argument`);
      }
      if (params.length === 0 && hash === undefined) return;
      const helper = Object.hasOwn(this.#helpers, name) ? this.#helpers[name] : undefined;
      if (helper === undefined) throw new TemplateFault(`Missing helper: "${name}"`);
      this.#try(name, helper, node);
    } catch (error) {
      throw locate(error, loc);
    }
  }

  /** Calls a helper with its constants. What is not constant keeps what it has by default. */
  #try(name: string, helper: Helper, node: Call): void {
    if (!Object.hasOwn(STAND_INS, name) || this.#tried >= MAX_TRIED_CALLS) return;
    const [first, ...others] = node.params;
    if (first === undefined || !others.every(isLiteral)) return;
    this.#tried += 1;
    const pairs = (node.hash?.pairs ?? []).flatMap(({ key, value }) =>
      isLiteral(value) ? [[key, valueOf(value)] as const] : [],
    );
    const options: HelperOptions = {
      name,
      hash: Object.fromEntries(pairs),
      lookupProperty: () => undefined,
      ...(node.type === 'BlockStatement' ? { fn: () => '', inverse: () => '' } : {}),
    };
    helper.call({}, STAND_INS[name], ...others.map(valueOf), options);
  }

  /** A partial with a block of its own prints that where there is no such partial. */
  #partial({ type, name, loc }: PartialCall): void {
    if (type === 'PartialBlockStatement' || name.type === 'SubExpression' || this.#partials.any) return;
    const text = nameOf(name);
    if (this.#partials.names.has(text)) return;
    throw locate(new TemplateFault(`The partial ${text} could not be found`), loc);
  }
}

const isLiteral = (node: Argument): node is Literal => node.type.endsWith('Literal');

const valueOf = (node: Argument): unknown => {
  if (node.type === 'NullLiteral') return null;
  return 'value' in node ? node.value : undefined;
};

/** A literal in the place of a name is a name. */
const nameOf = ({ original }: PathExpression | Literal): string => String(original);

function requireDecorator(name: string): void {
  if (name !== 'inline') throw new TemplateFault(`Missing decorator: "${name}"`);
}

/**
 * Partials are seen by whatever their block calls, so where one is visible shows only when it is rendered: one
 * that is defined anywhere counts as defined.
 */
function partialsOf(tree: Program): Partials {
  const names = new Set<string>();
  let any = false;
  const visit = ({ body }: Program): void => {
    for (const node of body) {
      if (node.type === 'PartialBlockStatement') names.add('@partial-block');
      if (node.type === 'DecoratorBlock' || node.type === 'Decorator') {
        const [name] = node.params;
        if (name === undefined || isLiteral(name)) names.add(String(name && valueOf(name)));
        else any = true;
      }
      if ('program' in node && node.program) visit(node.program);
      if ('inverse' in node && node.inverse) visit(node.inverse);
    }
  };
  visit(tree);
  return { names, any };
}
