/** Checks PDFs or printed documents with validators and readers (--all, --table, --invoices). Needs Java. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CorpusCheck } from '../conformance/checks/check-corpus.ts';
import { InvoiceCheck } from '../conformance/checks/check-invoices.ts';
import { Mustang } from '../conformance/checks/mustang.ts';
import { FileCheck, reportVerdict } from '../conformance/checks/check-file.ts';
import { readClaim, readUaClaim } from '../conformance/checks/read-claim.ts';
import { VeraPdf } from '../conformance/checks/verapdf.ts';
import { Readers } from '../readers/compare-readers.ts';

let passed = 0;
let failed = 0;
const report = {
  passed: (text: string) => {
    passed += 1;
    console.log(text);
  },
  failed: (text: string) => {
    failed += 1;
    console.error(`FAILED ${text}`);
  },
  note: (text: string) => console.log(`  ${text}`),
};

async function checkFiles(veraPdf: VeraPdf, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const pdf = new Uint8Array(await readFile(file));
    const claims = [await readClaim(pdf), await readUaClaim(pdf)].filter((claim) => claim !== null);
    if (claims.length === 0) report.failed(`${file}: does not say that it is PDF/A or PDF/UA`);
    for (const claim of claims)
      reportVerdict(report, `${file}: ${claim}`, await veraPdf.validate(resolve(file), claim));
  }
}

async function checkCorpus(started: VeraPdf): Promise<void> {
  const readers = await Readers.find();
  const check = new FileCheck(started, readers, directory, report);
  await new CorpusCheck(check).run(values.all);
  if (values.all || values.table)
    console.log(
      `\nThe checks of veraPDF that ran and that failed, by document and profile:\n\n${check.table.toString()}\n`,
    );
  console.log(`Each file was read by ${readers.names.join(', ')}.`);
  if (readers.missing !== null) console.log(readers.missing);
}

async function checkInvoices(): Promise<void> {
  const mustang = new Mustang();
  try {
    await new InvoiceCheck(mustang, directory, report).run();
  } finally {
    mustang.stop();
  }
}

const startedAt = performance.now();
const { values, positionals: files } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    /** Checks only the electronic invoices. */
    invoices: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const directory = await mkdtemp(join(tmpdir(), 'platen-conformance-'));
let veraPdf: VeraPdf | null = null;
try {
  if (!values.invoices) veraPdf = new VeraPdf();
  if (files.length > 0 && veraPdf !== null) await checkFiles(veraPdf, files);
  else {
    if (veraPdf !== null) await checkCorpus(veraPdf);
    await checkInvoices();
  }
} catch (error) {
  report.failed(error instanceof Error ? error.message : String(error));
} finally {
  veraPdf?.stop();
  await rm(directory, { recursive: true, force: true });
}
console.log(`Checked in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
