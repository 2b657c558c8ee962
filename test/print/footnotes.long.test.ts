import { expect, test } from 'vitest';
import { makeNotedDocuments, withoutNotes } from './support/footnote-documents.ts';
import { findNoteProblems } from './support/footnotes.ts';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

test.each(makeNotedDocuments(1))('footnotes of a document with $name', async (noted) => {
  const printed = await printer.print(jobOf(noted.html, noted.changes));
  expect(await findNoteProblems(noted, printed)).toEqual([]);
  // The notes keep free what they need, and not much more.
  const plain = await printer.print(jobOf(withoutNotes(noted), noted.changes));
  expect(printed.document.pageCount).toBeLessThanOrEqual(Math.ceil(plain.document.pageCount * 1.4) + 1);
});
