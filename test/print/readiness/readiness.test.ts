import { describe, expect, test } from 'vitest';
import { sandboxFlags } from '../../../renderer/container/image/sandbox-flags.ts';
import type { Printed } from '../support/printer.ts';
import { usePrinter } from '../support/printer.ts';
import { jobOf } from '../support/jobs.ts';
import { CORPUS, PAPER } from './documents/corpus.ts';
import type { ReadyDocument, ReadyDocuments } from './documents/document.ts';
import { largeLibraries } from './documents/large-libraries.ts';
import { LONG, typical } from '../../support/thorough.ts';

/** `npm run tool -- readiness` prints each document 20 times, also those with libraries that it installs. */
const { READINESS_RUNS } = process.env;
const RUNS = Number(READINESS_RUNS ?? 2);

/** The documents need no network, so the container's proxy has any port. */
const FLAGS = process.env.READINESS_BROWSER === 'container' ? sandboxFlags(9) : [];

const AT_ONCE = 4;
const RED = [255, 0, 0] as const;

const GROUPS: Readonly<Record<string, ReadyDocuments>> = {
  ...CORPUS,
  ...(READINESS_RUNS === undefined ? {} : { 'large libraries': largeLibraries() }),
};

const printer = usePrinter({ ready: 2, concurrent: AT_ONCE }, FLAGS);

const print = ({ html, job }: ReadyDocument): Promise<Printed> =>
  printer.print(jobOf(html, { paper: PAPER, report: false, ...job }));

/** The file without the time of the print. */
const withoutTime = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/\/(?:CreationDate|ModDate) \(.*?\)/g, '');

/** The first alone, the others beside each other. */
async function printAll(entry: ReadyDocument): Promise<Printed[]> {
  const prints = [await print(entry)];
  while (prints.length < RUNS) {
    const count = Math.min(AT_ONCE, RUNS - prints.length);
    prints.push(...(await Promise.all(Array.from({ length: count }, () => print(entry)))));
  }
  return prints;
}

const CASES = Object.entries(GROUPS).map(([group, documents]) => {
  const all = Object.entries(documents);
  return [group, READINESS_RUNS === undefined ? typical(all, 5) : all] as const;
});

describe.each(CASES.filter(([, cases]) => cases.length > 0))('%s', (_group, cases) => {
  test.each(cases)('%s', { ...LONG, timeout: 60_000 + 10_000 * RUNS }, async (_name, entry) => {
    const [first, ...others] = await printAll(entry);
    if (!first) throw new Error('nothing was printed');
    const { document } = first;
    const { text, lastPage, redMm } = entry;
    if (text !== undefined) expect(await document.text(1)).toBe(text);
    if (lastPage !== undefined) expect(await document.text(document.pageCount)).toContain(lastPage);
    if (redMm !== undefined) {
      const heightMm = (await document.box(1, RED))?.heightMm ?? 0;
      if (redMm === 0) expect(heightMm).toBe(0);
      else expect(heightMm).toBeGreaterThan(redMm - 1);
    }
    for (const other of others) expect(withoutTime(other.bytes) === withoutTime(first.bytes)).toBe(true);
  });
});
