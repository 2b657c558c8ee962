import type { Argument, PartialCall, Program, SourceLocation, Statement } from '@platen/handlebars';

/** The strongest call of a partial in a text. */
export interface PartialNeed {
  /** `required` fails without the partial. `optional` has a block that is printed instead. `possible` is one that the data can choose. */
  readonly kind: 'required' | 'optional' | 'possible';
  readonly loc: SourceLocation;
}

/** A text says this about partials. */
export interface PartialUse {
  /** By name, without the partials that the text itself defines. */
  readonly needs: ReadonlyMap<string, PartialNeed>;
  /** The names that its inline partials define. */
  readonly inlines: ReadonlySet<string>;
  /** The data names an inline partial, so any name may exist. */
  readonly definesAny: boolean;
  /** It gives a block to a partial, which prints it with `{{> @partial-block}}`. */
  readonly givesBlock: boolean;
}

export const GIVEN_BLOCK = '@partial-block';

export const NO_PARTIALS: PartialUse = {
  needs: new Map(),
  inlines: new Set(),
  definesAny: false,
  givesBlock: false,
};

/** `{{> name}}`, `{{#> name}}` and `{{#*inline "name"}}`. */
const TAG = /\{\{~?#?[>*]/;

/** Returns whether a text may call or define partials. A text that does not need not be parsed. */
export const callsPartials = (source: string): boolean => TAG.test(source);

const STRENGTH = ['possible', 'optional', 'required'] as const;

export function findPartialUse(tree: Program): PartialUse {
  const needs = new Map<string, PartialNeed>();
  const inlines = new Set<string>();
  const found = { needs, inlines, definesAny: false, givesBlock: false };

  const need = (name: string, { kind, loc }: PartialNeed) => {
    const known = needs.get(name);
    if (known === undefined || STRENGTH.indexOf(known.kind) < STRENGTH.indexOf(kind))
      needs.set(name, { kind, loc });
  };

  const call = ({ type, name, loc }: PartialCall) => {
    const isBlock = type === 'PartialBlockStatement';
    found.givesBlock ||= isBlock;
    if (name.type !== 'SubExpression')
      need(String(name.original), { kind: isBlock ? 'optional' : 'required', loc });
    else for (const text of literalsOf(name)) need(text, { kind: 'possible', loc });
  };

  const define = (name: Argument | undefined) => {
    if (name === undefined) inlines.add('undefined');
    else if (name.type === 'SubExpression' || name.type === 'PathExpression') found.definesAny = true;
    else inlines.add(String('value' in name ? name.value : name.original));
  };

  const visit = ({ body }: Program): void => body.forEach(visitStatement);
  const visitStatement = (node: Statement): void => {
    if (node.type === 'PartialStatement' || node.type === 'PartialBlockStatement') call(node);
    if (node.type === 'DecoratorBlock' || node.type === 'Decorator') define(node.params[0]);
    if ('program' in node && node.program) visit(node.program);
    if ('inverse' in node && node.inverse) visit(node.inverse);
  };
  visit(tree);

  // The data decide where a text shows its own partial, so a name that it defines anywhere counts as defined.
  for (const name of inlines) needs.delete(name);
  return found;
}

/** Lists the names that an expression may choose from, such as `(default kind "letter")`. */
function literalsOf(node: Argument): string[] {
  if (node.type === 'StringLiteral') return [String(node.value)];
  if (node.type !== 'SubExpression') return [];
  return [...node.params, ...(node.hash?.pairs ?? []).map(({ value }) => value)].flatMap(literalsOf);
}
