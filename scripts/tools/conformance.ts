/** Checks PDFs with veraPDF: your files, or documents printed as PDF/A ("--all": many). Needs Java and Maven. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CorpusCheck, reportVerdict } from '../pdf/conformance/check-corpus.ts';
import { readClaim } from '../pdf/conformance/read-claim.ts';
import { VeraPdf } from '../pdf/conformance/verapdf.ts';

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
    const claim = await readClaim(new Uint8Array(await readFile(file)));
    if (claim === null) report.failed(`${file}: does not say that it is PDF/A`);
    else reportVerdict(report, `${file}: PDF/A-${claim}`, await veraPdf.validate(resolve(file), claim));
  }
}

const startedAt = performance.now();
const { values, positionals: files } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const directory = await mkdtemp(join(tmpdir(), 'platen-conformance-'));
let veraPdf: VeraPdf | null = null;
try {
  veraPdf = VeraPdf.start();
  if (files.length > 0) await checkFiles(veraPdf, files);
  else await new CorpusCheck(veraPdf, directory, report).run(values.all);
} catch (error) {
  report.failed(error instanceof Error ? error.message : String(error));
} finally {
  veraPdf?.stop();
  await rm(directory, { recursive: true, force: true });
}
console.log(`Checked by veraPDF in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
