import type { SplitResponse } from '../../../../schema/api/assemble.ts';
import { describeExcerpts } from '../../../verbs/files/describe-excerpts.ts';
import type { AppContext } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { warningsInBody } from '../../http/unknown-fields.ts';
import type { Excerpt, Usage } from '../../../objects/ledger/protocol.ts';

interface SplitResult {
  readonly excerpts: readonly Excerpt[];
  readonly usage: Usage;
  readonly replayed: boolean;
}

export async function respondWithExcerpts(c: AppContext, { excerpts, usage, replayed }: SplitResult) {
  if (replayed) c.header('Idempotency-Replayed', 'true');
  c.set(
    'pdfBytes',
    excerpts.reduce((bytes, { file }) => bytes + file.sizeBytes, 0),
  );
  noteSubject(c, { fileId: excerpts[0]?.file.fileId ?? null });
  const { requestId, services } = c.var;
  const files = await describeExcerpts({ services }, { excerpts, origin: readOrigin(c), signedAt: null });
  const body: SplitResponse = { success: true, requestId, data: { files }, usage, ...warningsInBody(c) };
  return c.json(body, 200);
}
