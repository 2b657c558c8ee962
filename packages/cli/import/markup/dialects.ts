/** What Liquid and Jinja write differently. Both have `{{ value | filter }}` and `{% tag %}`. */
export interface Dialect {
  readonly name: string;
  readonly elseIf: readonly string[];
  /** The tag that names a value. */
  readonly assign: string;
  /** The fields of the loop that Handlebars has too. */
  readonly loop: string;
  /** Whether arguments of a filter are in parentheses: `date("%Y")` and not `date: "%Y"`. */
  readonly callsFilters: boolean;
}

export const LIQUID: Dialect = {
  name: 'Liquid',
  elseIf: ['elsif', 'elseif'],
  assign: 'assign',
  loop: 'forloop',
  callsFilters: false,
};

export const JINJA: Dialect = {
  name: 'Jinja',
  elseIf: ['elif'],
  assign: 'set',
  loop: 'loop',
  callsFilters: true,
};
