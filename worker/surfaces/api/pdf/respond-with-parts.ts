import type { SplitResponse } from '../../../../schema/api/assemble.ts';
import { describeParts } from '../../../verbs/files/describe-parts.ts';
import type { AppContext } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import type { FilePart, Usage } from '../../../objects/ledger/protocol.ts';

interface PartsResult {
  readonly parts: readonly FilePart[];
  readonly usage: Usage;
  readonly replayed: boolean;
}

export async function respondWithParts(c: AppContext, { parts, usage, replayed }: PartsResult) {
  if (replayed) c.header('Idempotency-Replayed', 'true');
  c.set(
    'pdfBytes',
    parts.reduce((bytes, { file }) => bytes + file.sizeBytes, 0),
  );
  noteSubject(c, { fileId: parts[0]?.file.fileId ?? null });
  const { requestId, services } = c.var;
  const files = await describeParts({ services }, { parts, origin: readOrigin(c), signedAt: null });
  const body: SplitResponse = { success: true, requestId, data: { files }, usage };
  return c.json(body, 200);
}
