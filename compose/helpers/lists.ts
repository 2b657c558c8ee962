import { TemplateFault, toJson } from '@platen/handlebars';
import { BadValue } from './bad-value.ts';
import { type HelperBody, type HelperTable, html } from './helper.ts';
import { isBlank, listArgument, numberArgument, wholeNumber } from './values.ts';

const MAX_RANGE = 10_000;

const first: HelperBody = (call) => {
  const list = listArgument(call);
  return call.args[1] === undefined ? list[0] : list.slice(0, wholeCount(call.args[1]));
};

const last: HelperBody = (call) => {
  const list = listArgument(call);
  if (call.args[1] === undefined) return list.at(-1);
  const count = wholeCount(call.args[1]);
  return count === 0 ? [] : list.slice(-count);
};

const wholeCount = (value: unknown): number => wholeNumber('the count', value, { min: 0, max: 1_000_000 });

const length: HelperBody = ({ args, meter }) => {
  const [value] = args;
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  if (isBlank(value)) return null;
  if (typeof value !== 'object') {
    throw new BadValue('the value must be a list, a text or an object', { argument: 0, value });
  }
  const { length: fields } = Object.keys(value);
  meter.step(fields);
  return fields;
};

const range: HelperBody = ({ args, meter }) => {
  const [start, end] = [numberArgument({ args }), numberArgument({ args }, 1)];
  const step = args[2] === undefined ? 1 : numberArgument({ args }, 2);
  if (start === null || end === null || step === null) return [];
  if (step === 0) throw new TemplateFault('the step of a range must not be 0');
  const count = Math.max(0, Math.floor((end - start) / step) + 1);
  if (!(count <= MAX_RANGE))
    throw new TemplateFault(`a range has at most ${MAX_RANGE.toLocaleString('en-US')} numbers`);
  meter.step(count);
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
const json: HelperBody = ({ args: [value], meter }) =>
  value === null
    ? null
    : toJson(value, meter)?.replaceAll(/[<>&\u2028\u2029]/g, (unsafe) => JSON_UNSAFE[unsafe] ?? '');

export const listHelpers: HelperTable = {
  first,
  last,
  length,
  range,
  json,
  pageBreak: () => html('<div style="break-after:page"></div>'),
};
