import { inMemory, mergePdfs, PdfSplitter } from '@platen/pdf';
import { collect, type FileCheck, finish } from './check-file.ts';
import { DEFECTS } from './defects.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

/** Checks files that are made from a PDF/A. @param links and plain are PDF/A files */
export async function checkChanges(check: FileCheck, links: Uint8Array, plain: Uint8Array): Promise<void> {
  const sources = [links, plain].map((pdf) => inMemory(pdf));
  async function* list() {
    for (const source of sources) yield { title: 'Part', source };
  }
  const expectValid = async (document: string, pdf: Uint8Array, profile: string) =>
    check.expectValid(pdf, { document, profile, before: null });
  const merged = await collect(mergePdfs(list(), 'Merged', unlimited()));
  await check.expectNothingSaid('a merged PDF', merged);
  await check.expectValid(await finish(merged, { pdfa: '3b' }), {
    document: 'a merged PDF',
    profile: '3b',
    before: await check.see(merged),
  });
  const splitter = await PdfSplitter.open(inMemory(links), unlimited());
  await expectValid('a part of a PDF/A', await collect(splitter.excerpt([1])), '3b');
  await expectValid('finished again', await finish(links, { pdfa: '2b', mark: 'TEST' }), '2b');
  await check.expectNothingSaid('a PDF/A that is changed', await finish(links, { mark: 'TEST' }));
}

/** Checks that veraPDF sees each defect. If it does not, its verdict on the other files proves nothing. */
export async function checkDefects(check: FileCheck, files: readonly Uint8Array[]): Promise<void> {
  for (const defect of DEFECTS) {
    const file = files.find((pdf) => Buffer.from(pdf).includes(defect.from, 0, 'latin1'));
    if (file === undefined) throw new Error(`No file can have the defect: ${defect.name}`);
    await check.expectDefect(file, defect, '3b');
  }
}
