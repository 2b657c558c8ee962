import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printInPool } from '@platen/print-engine';
import { compose } from '../../compose/compose.ts';
import { FaultyComposition } from '../../compose/errors.ts';
import { REQUEST_EXAMPLES } from '../../schema/api/examples.ts';
import { generateRequest, type GenerateRequest } from '../../schema/api/generate.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { EXAMPLE_SETTINGS } from '../../scripts/local/local-workspace.ts';
import { inProject } from '../../scripts/project.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter({ ready: 1, concurrent: 1 });

/** Finds the bodies that `curl` sends in the examples of a page, if they have a whole document. */
function bodiesOf(page: string): unknown[] {
  const text = readFileSync(inProject(page), 'utf8');
  const bodies = Array.from(text.matchAll(/-d '(\{.*?\})'/gs), ([, body = '']) => body);
  return bodies.filter((body) => body.includes('"htmlContent":')).map((body): unknown => JSON.parse(body));
}

const pages = ['README.md', ...readdirSync(inProject('docs')).map((name) => `docs/${name}`)];

const documents = pages
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => bodiesOf(page).map((body) => [page, generateRequest.safeParse(body)] as const))
  .flatMap(([page, { data }]) => (data?.htmlContent === undefined ? [] : [[page, data] as const]));

/** The guide shows the error that a request with `failOn` gets. */
const isRefused = ([, { options }]: (typeof documents)[number]) => options?.failOn !== undefined;
const refused = documents.filter((example) => isRefused(example));
/** Only a workspace has the assets of an example. The guide's own test prints these. */
const needsAssets = ([, { options }]: (typeof documents)[number]) => options?.letterhead !== undefined;
const printed = documents.filter((example) => !isRefused(example) && !needsAssets(example));

test('the pages have examples', () => {
  expect(printed.length).toBeGreaterThan(5);
  expect(refused.length).toBeGreaterThan(0);
});

async function warningsOf(
  html: string,
  {
    options = {},
    templateData = {},
    templating,
  }: Pick<GenerateRequest, 'options' | 'templateData' | 'templating'>,
  settings: TemplateSettings = {},
) {
  const { job } = compose({
    meter: unlimited(),
    content: html,
    template: { name: 'example', settings },
    templating,
    data: templateData,
    options: { ...options, report: true },
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  const { warnings, missingGlyphs, consoleErrors, failedResources } = (
    await printInPool(printer.pool, job, limitsOf())
  ).report;
  return [...warnings, ...missingGlyphs, ...consoleErrors, ...failedResources];
}

test.each([...printed, ['the reference', REQUEST_EXAMPLES.fromHtml] as const])(
  'an example of %s prints without a warning',
  async (_, body) => {
    expect(await warningsOf(body.htmlContent ?? '', body)).toEqual([]);
  },
);

test.each(refused)('an example of %s with `failOn` is refused', async (_, body) => {
  await expect(warningsOf(body.htmlContent ?? '', body)).rejects.toThrow(FaultyComposition);
});

test.each([
  REQUEST_EXAMPLES.createTemplate,
  { ...REQUEST_EXAMPLES.createTemplate, ...REQUEST_EXAMPLES.updateTemplate },
])('a template of the reference prints without a warning', async ({ content, settings }) => {
  expect(await warningsOf(content ?? '', REQUEST_EXAMPLES.previewTemplate, settings)).toEqual([]);
});

test('the template of npm start prints without a warning', async () => {
  const read = (name: string) => readFileSync(inProject('examples', name), 'utf8');
  const templateData: Record<string, unknown> = JSON.parse(read('invoice.json'));
  expect(await warningsOf(read('invoice.hbs'), { templateData }, EXAMPLE_SETTINGS)).toEqual([]);
});
