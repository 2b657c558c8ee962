import { type ByteSource, finishPdf } from '@platen/pdf';
import { isId } from '../../../../schema/ids.ts';
import type { FileRecord } from '../../../objects/ledger/protocol.ts';
import type { Run } from '../production.ts';
import { toReadableError } from './sources.ts';
import { NOTHING } from './finishing.ts';

/** Pages that a test key makes have it. */
export const TEST_MARK = 'TEST';

/** The mark that a file still needs: those of test keys have theirs on every page. The test prints of people have only a line. */
export const markFor = ({ key }: Run, file: MarkedFile): string | null =>
  key.environment === 'test' && !(file.environment === 'test' && isId('key', file.keyId)) ? TEST_MARK : null;

type MarkedFile = Pick<FileRecord, 'environment' | 'keyId'>;

/** Draws the mark over a file that has none, if the key is a test key. */
export async function markFile(
  run: Run,
  file: MarkedFile & { readonly field: string },
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
