import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { PLANS } from '../../../schema/plans.ts';
import { bulkLimits, EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { unlimited } from '../../support/unlimited.ts';

const PAGE = readFileSync(new URL('../../../docs/helpers.md', import.meta.url), 'utf8');
const [DATA = {}, TRANSLATIONS = {}] = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(
  ([, json = '']): Record<string, Record<string, unknown>> => JSON.parse(json),
);

const translator = await loadTranslator(TRANSLATIONS);

/** Rows of four cells: helper, what it does, example, what it prints. */
const EXAMPLES = [...PAGE.matchAll(/^\| `(\w+)` +\| .*? \| `(\{\{.*)` +\| (.*?) +\|$/gm)].map(
  ([, helper = '', template = '', prints = '']) => ({ helper, template, prints }),
);

const render = (html: string): string =>
  compose({
    meter: unlimited(),
    content: html,
    template: null,
    translator,
    data: DATA,
    options: {},
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: Date.parse('2026-11-20T12:00:00Z'),
  }).job.html;

/** Drawings are shortened: what stands between ` … ` must be there. */
const SHORTENED = ' … ';

describe('docs/helpers.md', () => {
  test.each(EXAMPLES)('$template prints $prints', ({ template, prints }) => {
    const output = render(template).replaceAll(/[\u00a0\u202f]/g, ' ');

    if (prints.includes(SHORTENED)) {
      for (const part of prints.slice(0, -' …>'.length).split(SHORTENED)) expect(output).toContain(part);
    } else expect(output).toBe(prints);
  });

  test('states the limits', () => {
    const rows = [...PAGE.matchAll(/^\| .*? +\| +([\d,]+) \| +([\d,]+) \|$/gm)];
    const numbers = (column: number) => rows.map((row) => Number(row[column]?.replaceAll(',', '')));

    expect(numbers(1)).toEqual(Object.values(EDGE_LIMITS));
    expect(numbers(2)).toEqual(Object.values(bulkLimits(PLANS['scale-enterprise'].maxHtmlBytes)));
  });

  test('has an example of every helper', () => {
    expect(new Set(EXAMPLES.map(({ helper }) => helper))).toEqual(new Set(Object.keys(HELPERS)));
  });
});
