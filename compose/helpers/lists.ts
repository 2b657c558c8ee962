import { TemplateFault } from '../handlebars/located.ts';
import { jsonOf } from '../handlebars/print.ts';
import { type HelperBody, type HelperTable, html } from './helper.ts';
import { listOf, numberOf, wholeNumber } from './values.ts';

const MAX_RANGE = 10_000;

/** The first element, or as many as the second argument says. */
const first: HelperBody = ({ args }) =>
  args[1] === undefined ? listOf(args[0])[0] : listOf(args[0]).slice(0, countOf(args[1]));

const last: HelperBody = ({ args }) => {
  if (args[1] === undefined) return listOf(args[0]).at(-1);
  const count = countOf(args[1]);
  return count === 0 ? [] : listOf(args[0]).slice(-count);
};

const countOf = (value: unknown): number => wholeNumber('the count', value, { min: 0, max: 1_000_000 });

/** Elements of an array, characters of a text, fields of an object. */
const length: HelperBody = ({ args, scope }) => {
  const [value] = args;
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return null;
  const { length: fields } = Object.keys(value);
  scope.meter.step(fields);
  return fields;
};

/** Whole numbers from the first argument to the second, both included. */
const range: HelperBody = ({ args, scope }) => {
  const [start, end] = [numberOf(args[0]), numberOf(args[1])];
  const step = numberOf(args[2] ?? 1);
  if (start === null || end === null || step === null) return [];
  if (step === 0) throw new TemplateFault('the step of a range must not be 0');
  const count = Math.max(0, Math.floor((end - start) / step) + 1);
  if (!(count <= MAX_RANGE))
    throw new TemplateFault(`a range has at most ${MAX_RANGE.toLocaleString('en-US')} numbers`);
  scope.meter.step(count);
  return Array.from({ length: count }, (_, i) => start + i * step);
};

const JSON_UNSAFE: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** `{{{json value}}}` is safe inside `<script>`, `{{json value}}` inside an attribute. */
const json: HelperBody = ({ args: [value], scope }) =>
  value === null
    ? null
    : jsonOf(value, scope.meter)?.replaceAll(/[<>&\u2028\u2029]/g, (unsafe) => JSON_UNSAFE[unsafe] ?? '');

export const listHelpers: HelperTable = {
  first,
  last,
  length,
  range,
  json,
  pageBreak: () => html('<div style="break-after:page"></div>'),
};
