import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../scripts/project.ts';
import { type InspectedPdf, inspectPdf } from '../support/pdf.ts';
import { send, serviceUrl, Tenant } from '../support/service-client.ts';

let directory: string;
let tenant: Tenant;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-first-hour-'));
  tenant = await Tenant.create();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function blocksOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(inProject('docs', page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
}

/** Runs the commands in the folder of the test. @returns what they print */
async function runCommands(commands: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', ['set -eu', ...commands].join('\n')], {
    cwd: directory,
    env: { ...process.env, URL: serviceUrl(), KEY: tenant.key },
  });
  return stdout;
}

const reported = z.object({
  data: z.object({ url: z.string(), filename: z.string() }),
  report: z.object({ warnings: z.array(z.unknown()) }),
});

/** Returns the PDF of the last answer, whose report has no warning. */
async function printed(output: string): Promise<InspectedPdf & { filename: string }> {
  const { data, report } = reported.parse(JSON.parse(output));
  expect(report.warnings).toEqual([]);
  return { ...(await inspectPdf((await send(data.url)).bytes)), filename: data.filename };
}

test('every command of the quick start works, and its template prints without a warning', async () => {
  const [, variables = '', ...commands] = await blocksOf('quick-start.md', 'sh');
  expect(variables).toContain('export KEY=pk_live_…');
  const pdf = await printed(await runCommands(commands));
  expect(pdf.filename).toBe('offer-A-17.pdf');
  expect(pdf.text).toContain('Pen: €2.50');
  const hello = await inspectPdf(await readFile(join(directory, 'hello.pdf')));
  expect(hello.text).toContain('Hello Ada');
});

test('the first electronic invoice prints, and its pages show what its XML has', async () => {
  const [request = ''] = await blocksOf('e-invoices.md', 'json');
  await writeFile(join(directory, 'request.json'), request);
  const [commands = ''] = await blocksOf('e-invoices.md', 'sh');
  await runCommands([commands]);
  expect((await inspectPdf(await readFile(join(directory, 'invoice.pdf')))).text).toContain('total €928.20');
  expect(await readFile(join(directory, 'invoice.xml'), 'utf8')).toContain('928.20');
});

interface Invoice {
  items: unknown[];
  note?: string;
}

/** Prints the invoice of the tutorial. @param change changes its data first */
async function printInvoice(change: (data: Invoice) => void = () => {}) {
  const page = 'tutorial-invoice.md';
  const [[data = '', settings = ''], [document = ''], commands] = await Promise.all([
    blocksOf(page, 'json'),
    blocksOf(page, 'html'),
    blocksOf(page, 'sh'),
  ]);
  const invoice = JSON.parse(data) as Invoice;
  change(invoice);
  await Promise.all([
    writeFile(join(directory, 'invoice.json'), JSON.stringify(invoice)),
    writeFile(join(directory, 'settings.json'), settings),
    writeFile(join(directory, 'invoice.hbs'), document),
  ]);
  return await printed(await runCommands(commands));
}

test('the invoice of the tutorial prints without a warning, with the sums of its rows', async () => {
  const pdf = await printInvoice();
  expect(pdf.filename).toBe('invoice-2026-0417.pdf');
  expect(pdf.pages).toHaveLength(1);
  for (const text of ['£5,490.50', 'VAT 20%', '£1,098.10', '£6,588.60', '20 November 2026', 'Page 1 of 1']) {
    expect(pdf.text).toContain(text);
  }
  expect(pdf.text).toContain('Thank you for your order.');
});

test('the invoice of the tutorial prints many rows, and leaves out a note that the data does not have', async () => {
  const pdf = await printInvoice((data) => {
    data.items = Array(60).fill(data.items[2]);
    delete data.note;
  });
  expect(pdf.pages.length).toBeGreaterThan(1);
  expect(pdf.text.match(/Description/g)).toHaveLength(pdf.pages.length);
  expect(pdf.text).not.toContain('Thank you');
});
