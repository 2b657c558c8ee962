import type { ReworkSteps } from '../../verbs/make/rework/rework.ts';
import type { Fields } from './fields.ts';
import { BadValue, parseInteger } from './go-values.ts';
import { listPages, parseSelection } from './page-selection.ts';
import { refused } from './refusals.ts';

const UNSPLIT =
  "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.";

/** @returns the plan, which is made when the form is valid */
export function readSplit(
  fields: Fields,
  isRequired = false,
): () => NonNullable<ReworkSteps['split']> | null {
  if (isRequired) fields.require('splitMode');
  const mode = fields.oneOf('splitMode', ['intervals', 'pages'], "either 'intervals' or 'pages'");
  if (isRequired) fields.require('splitSpan');
  const span =
    fields.custom('splitSpan', (text) => {
      const value = text.replaceAll(/\s+/g, '');
      if (mode === 'intervals' && parseInteger(value) < 1) throw new BadValue('value is inferior to 1');
      return value;
    }) ?? '';
  const unify = fields.bool('splitUnify');
  if (unify && mode !== 'pages')
    fields.problem(
      `form field 'splitUnify' is invalid (got 'true', resulting to unify is not available for split mode '${mode ?? ''}')`,
    );
  return () =>
    mode === null ? null : mode === 'intervals' ? byInterval(Number(span)) : byPages(span, unify);
}

const numbered = (name: string, index: number): string => name.replace(/(\.[^.]*)?$/, `_${index}.pdf`);

const byInterval = (span: number) => ({
  pages: (pageCount: number) =>
    Array.from({ length: Math.ceil(pageCount / span) }, (_, index) =>
      pagesFrom(index * span + 1, Math.min(pageCount, (index + 1) * span)),
    ),
  toName: numbered,
});

const pagesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function byPages(span: string, unify: boolean): NonNullable<ReworkSteps['split']> {
  const selection = parseSelection(span);
  if (selection === null) throw refused(UNSPLIT);
  return {
    pages: (pageCount) => {
      const pages = listPages(selection, pageCount);
      if (pages === null || pages.length === 0) throw refused(UNSPLIT);
      return unify ? [pages] : pages.map((page) => [page]);
    },
    toName: unify ? (name) => name : numbered,
  };
}
