import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPdf } from '../pdf-document.ts';

interface Sample {
  readonly name: string;
  readonly language: string;
  readonly text: string;
  /** What the document asks for. */
  readonly family: string;
  /** The PostScript names of the fonts that it may get. */
  readonly font: RegExp;
}

const script = (name: string, language: string, text: string, font: RegExp): Sample => ({
  name,
  language,
  text,
  family: 'sans-serif',
  font,
});

const family = (name: string, font: RegExp, text = 'Invoice 2026-114, Grüße'): Sample => ({
  name,
  language: 'en',
  text,
  family: name,
  font,
});

/** One font of the collection for all of them: by the document's language it takes each one's forms of its characters. */
const CJK = /^NotoSansCJK/;

/** Families that documents made elsewhere name, and each script without a font named for it. */
export const SAMPLES: readonly Sample[] = [
  family('Noto Sans', /^NotoSans-/),
  family('Arial', /^LiberationSans/),
  family('Calibri', /^Carlito/),
  family('Cambria', /^Caladea/),
  family('Noto Sans Hebrew', /^NotoSansHebrew/, 'שלום עולם'),
  // Liberation Sans, which is the image's sans serif, has Hebrew of its own.
  script('Hebrew', 'he', 'שלום עולם', /^LiberationSans/),
  script('Arabic', 'ar', 'مرحبا', /^Noto\w*Arabic/),
  script('Chinese', 'zh-Hans', '你好，世界', CJK),
  script('Japanese', 'ja', 'こんにちは世界', CJK),
  script('Korean', 'ko', '안녕하세요', CJK),
  script('Devanagari', 'hi', 'नमस्ते', /^Noto\w*Devanagari/),
  script('Thai', 'th', 'สวัสดีชาวโลก', /^Noto\w*Thai/),
  script('emoji', 'en', '😀🎉🚀', /^NotoColorEmoji/),
];

/** A page for each sample. */
export const samplesDocument = (): string =>
  `<meta charset="utf-8"><style>p { break-after: page; padding: 1em } p:last-child { break-after: auto }</style>${SAMPLES.map(
    ({ language, text, family: asked }) => `<p lang="${language}" style="font-family: ${asked}">${text}</p>`,
  ).join('')}`;

/** The PostScript names of the fonts that each page is set in. */
export const fontsOfPages = (bytes: Uint8Array): Promise<string[][]> =>
  readPdf(bytes, (document) =>
    Promise.all(
      Array.from({ length: document.numPages }, async (_, index) => {
        const page = await document.getPage(index + 1);
        const { fnArray, argsArray } = await page.getOperatorList();
        const ids = argsArray.flatMap((args, at) => (fnArray[at] === OPS.setFont ? [String(args[0])] : []));
        return [...new Set(ids.map((id) => nameOf(page.commonObjs.get(id))))];
      }),
    ),
  );

/** A font of which the PDF has a part has six letters in front of its name (ISO 32000-2, 9.9.2). */
const nameOf = (font: { name: string }): string => font.name.replace(/^[A-Z]{6}\+/, '');
