import {
  type Argument,
  attachLocation,
  type Call,
  type Helper,
  type HelperOptions,
  type Literal,
  MissingHelper,
  type PathExpression,
  type Program,
  type Run,
  type Statement,
  TemplateFault,
} from '@platen/handlebars';
import { STAND_INS } from './helpers/stand-ins.ts';

/** Each call may build a formatter, which costs many steps. Later calls are checked when the template is used. */
const MAX_TRIED_CALLS = 1_000;

const ONE_ARGUMENT = new Set(['if', 'unless', 'with']);

/**
 * Finds calls that fail with any data, such as an unknown helper or constants that the helper rejects.
 * `{{name}}` alone can be data, so it is not such a call.
 * @throws {TemplateFault} with the location of the first such call
 */
export function checkCalls(tree: Program, helpers: ReadonlyMap<string, Helper>, run: Run): void {
  new CallChecker(helpers, run).program(tree, []);
}

class CallChecker {
  readonly #helpers: ReadonlyMap<string, Helper>;
  readonly #run: Run;
  #tried = 0;

  constructor(helpers: ReadonlyMap<string, Helper>, run: Run) {
    this.#helpers = helpers;
    this.#run = run;
  }

  /** @param scope names of block parameters. They hide helpers. */
  program({ body, blockParams = [] }: Program, scope: readonly string[]): void {
    const inner = [...blockParams, ...scope];
    for (const statement of body) this.#statement(statement, inner);
  }

  #statement(node: Statement, scope: readonly string[]): void {
    if (node.type === 'ContentStatement' || node.type === 'CommentStatement') return;
    if (node.type === 'PartialStatement' || node.type === 'PartialBlockStatement') {
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
    const name = readName(path);
    try {
      if (node.type === 'Decorator' || node.type === 'DecoratorBlock') return requireDecorator(name);
      const isData = path.type === 'PathExpression' && path.data;
      if (isData || scope.includes(name)) return;
      if (ONE_ARGUMENT.has(name) && params.length !== 1) {
        throw new TemplateFault(`#${name} requires exactly one argument`);
      }
      if (params.length === 0 && hash === undefined) return;
      const helper = this.#helpers.get(name);
      if (helper === undefined) throw new MissingHelper(name);
      this.#try(name, helper, node);
    } catch (error) {
      throw attachLocation(error, loc);
    }
  }

  /** Calls a helper with its constants. Named arguments that are not constant keep their defaults. */
  #try(name: string, helper: Helper, node: Call): void {
    if (!Object.hasOwn(STAND_INS, name) || this.#tried >= MAX_TRIED_CALLS) return;
    const [first, ...others] = node.params;
    if (first === undefined || !others.every(isLiteral)) return;
    this.#tried += 1;
    const pairs = (node.hash?.pairs ?? []).flatMap(({ key, value }) =>
      isLiteral(value) ? [[key, readLiteral(value)] as const] : [],
    );
    const options: HelperOptions = {
      name,
      hash: Object.fromEntries(pairs),
      lookupProperty: () => undefined,
      run: this.#run,
      ...(node.type === 'BlockStatement' ? { fn: () => '', inverse: () => '' } : {}),
    };
    helper.call({}, STAND_INS[name], ...others.map(readLiteral), options);
  }
}

const isLiteral = (node: Argument): node is Literal => node.type.endsWith('Literal');

const readLiteral = (node: Argument): unknown => {
  if (node.type === 'NullLiteral') return null;
  return 'value' in node ? node.value : undefined;
};

const readName = ({ original }: PathExpression | Literal): string => String(original);

function requireDecorator(name: string): void {
  if (name !== 'inline') throw new TemplateFault(`Missing decorator: "${name}"`);
}
