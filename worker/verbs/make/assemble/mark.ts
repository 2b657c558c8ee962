import { type ByteSource, finishPdf } from '@platen/pdf';
import type { FileRecord } from '../../../objects/ledger/protocol.ts';
import type { Run } from '../production.ts';
import { toReadableError } from './sources.ts';
import { NOTHING } from './finishing.ts';

/** Pages that a test key makes have it. */
export const TEST_MARK = 'TEST';

/** The mark that a file still needs: those of test keys have theirs on every page. */
export const markFor = ({ key }: Run, file: Pick<FileRecord, 'environment'>): string | null =>
  key.environment === 'test' && file.environment !== 'test' ? TEST_MARK : null;

/** Draws the mark over a file that has none, if the key is a test key. */
export async function markFile(
  run: Run,
  file: Pick<FileRecord, 'environment'> & { readonly field: string },
  source: ByteSource,
): Promise<ByteSource> {
  const mark = markFor(run, file);
  if (mark === null) return source;
  try {
    return await finishPdf(source, { ...NOTHING, mark, meter: run.ctx.meter });
  } catch (error) {
    throw toReadableError(error, file.field);
  }
}
