import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, finishPdf, inMemory, readWhole } from '@platen/pdf';
import { toWatermarkJob } from '@platen/print-engine';
import { gallery } from '../gallery/gallery.ts';
import { A4, draftMark, jobOf } from '../../test/print/support/jobs.ts';
import { NOTHING } from '../conformance/checks/check-file.ts';
import { withPrinter } from '../with-printer.ts';
import { checkPdf, type Expected, look } from './check-pdf.ts';
import { sideBySide } from './side-by-side.ts';
import type { Problems } from './tools.ts';

const METADATA = {
  title: 'Räder 请求',
  author: 'Acme',
  subject: null,
  keywords: ['one'],
  creator: null,
  language: 'de',
};

const ATTACHMENT = {
  name: 'data.xml',
  mediaType: 'text/xml',
  description: 'The data',
  relationship: 'Data',
  content: { text: '<x/>'.repeat(100) },
} as const;

const ENCRYPTION = { userPassword: 'open', ownerPassword: 'own', permissions: null };

const WATERMARK = draftMark({ opacity: 0.2 });

const OPTIONS = ['metadata', 'attachments', 'watermark', 'encryption'] as const;

type Option = (typeof OPTIONS)[number];

const PAIRS = OPTIONS.flatMap((one, index) => OPTIONS.slice(index + 1).map((other) => [one, other] as const));

/** Their tools wait for the disk, and pdf.js runs in this process. */
const AT_A_TIME = availableParallelism() + 1;

/** Finishes each document of the gallery with each pair of options. @param report gets the problems of each file */
export async function checkOptionPairs(
  directory: string,
  report: (name: string, problems: Problems) => void,
): Promise<void> {
  await withPrinter(async (print) => {
    const sheet = inMemory(await print(toWatermarkJob(WATERMARK)));
    for (const { name, html, options } of gallery) {
      const printed = await print(jobOf(html, { paper: A4, ...options }));
      const path = join(directory, `${name}.pdf`);
      await writeFile(path, printed);
      const before = await look(path, null);
      await sideBySide(PAIRS, AT_A_TIME, async (pair) => {
        const finished = join(directory, `${name}-${pair.join('-')}.pdf`);
        const work = async () => {
          await writeFile(finished, await finish(printed, new Set(pair), sheet));
          return checkPdf(finished, expectedOf(new Set(pair)), before);
        };
        const problems = await work().catch((error: unknown) => [String(error)]);
        report(`${name} with ${pair.join(' and ')}`, problems);
        await rm(finished, { force: true });
      });
    }
  });
}

async function finish(
  printed: Uint8Array,
  options: ReadonlySet<Option>,
  sheet: ByteSource,
): Promise<Uint8Array> {
  const finished = await finishPdf(inMemory(printed), {
    ...NOTHING,
    metadata: options.has('metadata') ? METADATA : null,
    attachments: options.has('attachments') ? [ATTACHMENT] : [],
    watermark: options.has('watermark') ? { ...WATERMARK, sheet } : null,
    encryption: options.has('encryption') ? ENCRYPTION : null,
  });
  return readWhole(finished);
}

const expectedOf = (options: ReadonlySet<Option>): Expected => ({
  password: options.has('encryption') ? ENCRYPTION.userPassword : null,
  title: options.has('metadata') ? METADATA.title : null,
  attachments: options.has('attachments') ? 1 : 0,
  looksTheSame: !options.has('watermark'),
});
