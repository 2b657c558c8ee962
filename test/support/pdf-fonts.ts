import { readPdf } from '../../scripts/pdf/pdf-document.ts';

/** As `pdffonts` shows them: the names of the fonts whose programs are in the file, without the letters of the subset. */
export const fontsOf = (bytes: Uint8Array): Promise<string[]> =>
  readPdf(bytes, async (document) => {
    const names = new Set<string>();
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      await page.getOperatorList();
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('fontName' in item) || item.str.trim() === '') continue;
        const font: { name: string; missingFile: boolean } = page.commonObjs.get(item.fontName);
        if (!font.missingFile) names.add(font.name.replace(/^[A-Z]{6}\+/, ''));
      }
    }
    return [...names].toSorted();
  });
