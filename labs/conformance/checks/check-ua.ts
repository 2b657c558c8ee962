import { inMemory, mergePdfs, PdfSplitter } from '@platen/pdf';
import { collect, type FileCheck, finish } from './check-file.ts';
import type { Defect } from './defects.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

/** Defects by the name of their document. Each removes one thing that makes a PDF of Chromium a PDF/UA. */
const DEFECTS: Readonly<Record<string, readonly Defect[]>> = {
  links: [
    { name: 'no pdfuaid', from: 'pdfuaid:part>1<', to: 'pdfuaid:part>7<', rule: '5-2' },
    { name: 'no title', from: 'dc:title>', to: 'dc:titlx>', rule: '7.1-9' },
    {
      name: 'a title that is not shown',
      from: '/DisplayDocTitle true',
      to: '/DisplayDocTitlx true',
      rule: '7.1-10',
    },
    { name: 'a link without Contents', from: '/Contents <FEFF', to: '/Contentx <FEFF', rule: '7.18.5-2' },
    { name: 'a link without a tag', from: '/StructParent ', to: '/StructParenx ', rule: '7.18.5-1' },
    { name: 'no Lang', from: '/Lang ', to: '/Lanx ', rule: '7.2-34' },
    { name: 'no Tabs', from: '/Tabs /S', to: '/Tabx /S', rule: '7.18.3-1' },
    { name: 'not marked', from: '/Marked true', to: '/Marked null', rule: '6.2-1' },
  ],
  images: [{ name: 'a figure without Alt', from: '/Alt (', to: '/Alx (', rule: '7.3-1' }],
  table: [
    { name: 'an item without a body', from: '/S /LBody', to: '/S /Quote', rule: '7.2-20' },
    { name: 'a cell outside of a row', from: '/S /TR', to: '/S /L ', rule: '7.2-9' },
  ],
  'bands and watermarks': [
    { name: 'a band that is no artifact', from: '/Artifact BMC', to: '/Artifacx BMC', rule: '7.1-3' },
  ],
};

/** Checks files that are made from a PDF/UA, and that veraPDF sees each defect. @param made the PDF/UA files by the names of their documents */
export async function checkUa(check: FileCheck, made: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const find = (name: string): Uint8Array => {
    const file = made.get(name);
    if (file === undefined) throw new Error(`the corpus has no PDF/UA of the document "${name}"`);
    return file;
  };
  const links = find('links');
  async function* list() {
    for (const name of ['links', 'table']) yield { title: name, source: inMemory(find(name)) };
  }
  const merged = await collect(mergePdfs(list(), 'Merged', unlimited()));
  await check.expectNothingSaid('a merged PDF', merged);
  await check.expectValid(await finish(merged, { pdfua: true, mark: 'TEST' }), {
    document: 'a merged PDF',
    profile: 'ua1',
    before: null,
  });
  await check.expectNothingSaid('a PDF/UA that is changed', await finish(links, { mark: 'TEST' }));
  const ua = await finish(links, { pdfua: true });
  await check.expectNothingSaid(
    'a part of a PDF/UA',
    await collect((await PdfSplitter.open(inMemory(ua), unlimited())).excerpt([1])),
  );
  for (const [name, defects] of Object.entries(DEFECTS))
    for (const defect of defects) await check.expectDefect(find(name), defect, 'ua1');
}
