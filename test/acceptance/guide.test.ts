import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { inspectPdf } from '../support/pdf.ts';
import { serviceUrl, Tenant } from '../support/service-client.ts';
import { sendHtml, useWebPage } from '../support/web-page.ts';

const page = useWebPage();

/** How a file begins, by its extension. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  '.pdf': '%PDF-',
  '.png': '\x89PNG\r',
  '.jpg': '\xff\xd8\xff',
};

/** The commands of the page, in order. The first block only sets the variables, which come from here. */
async function commandsOfGuide(): Promise<string[]> {
  const text = await readFile(inProject('docs/guide.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands);
  return blocks.slice(1);
}

test('every command of the guide works', async () => {
  const tenant = await Tenant.create();
  page.answer = (_request, response) => sendHtml(response, '<h1>Page</h1>');
  const directory = await mkdtemp(join(tmpdir(), 'platen-guide-'));
  try {
    const script = ['set -eu', 'curl() { command curl --max-time 30 "$@"; }', ...(await commandsOfGuide())];
    const { stdout } = await promisify(execFile)('sh', ['-c', script.join('\n')], {
      cwd: directory,
      env: { ...process.env, URL: serviceUrl(), KEY: tenant.key, PAGE: page.url('/') },
    });
    expect(stdout.match(/"code":"\w+"/g)).toEqual([
      '"code":"VALIDATION_ERROR"',
      '"code":"PLACEHOLDERS_UNKNOWN"',
    ]);
    expect(stdout.match(/thumbnail\.png"/g)).toHaveLength(1);
    expect(stdout.match(/^idempotency-replayed: true/gim)).toHaveLength(1);
    // Printed before the timer, it would not have the total.
    expect((await inspectPdf(await readFile(join(directory, 'late.pdf')))).text).toContain('Total 42');
    const textOf = async (name: string) =>
      (await inspectPdf(await readFile(join(directory, name)))).text.replaceAll(/\s+/g, ' ');
    expect(await textOf('formula.pdf')).toMatch(/\\sqrt\{\{V\}\^2\} message.*Paper A-17/);
    expect(await textOf('marked.pdf')).toContain('Report A-17 \\frac{{a}}{b}');
    for (const name of await readdir(directory)) {
      const start = (await readFile(join(directory, name))).subarray(0, 5).toString('latin1');
      expect(start.startsWith(BEGINNINGS[extname(name)] ?? 'nothing'), name).toBe(true);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
