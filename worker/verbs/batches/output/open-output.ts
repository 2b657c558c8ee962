import { SIGNED_URL_VALIDITY_MS } from '../../../../schema/plans.ts';
import { isId } from '../../../../schema/ids.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { type OpenedFile, openObject, requireSignature, type SignedQuery } from '../../files/open-file.ts';
import { batchOutputKey } from '../../../adapters/r2/keys.ts';
import type { BatchRecord } from '../../../objects/batch/protocol.ts';
import { OUTPUT_FORMATS } from './formats.ts';

/** A new temporary address. It is null if there is no output. */
export async function signOutputUrl(
  { services }: BaseCtx,
  { batch, origin }: { readonly batch: BatchRecord; readonly origin: string },
): Promise<string | null> {
  const { batchId, output, outcome, outputId } = batch;
  if (output === 'files' || outcome.state !== 'ready' || outputId === null) return null;
  const expires = Math.ceil((services.now() + SIGNED_URL_VALIDITY_MS) / 1000);
  const signature = await services.signer.sign(signedText(batchId, outputId), expires);
  const query = `output=${outputId}&expires=${expires}&signature=${signature}`;
  return `${origin}/files/${batchId}.${OUTPUT_FORMATS[output].extension}?${query}`;
}

/** As the client sent them. */
interface SignedRequest extends SignedQuery {
  readonly batchId: string;
  readonly outputId: string | undefined;
}

/** Reads neither the ledger nor the desk (decision 5). @throws {ApiError} `SIGNATURE_INVALID`, `FILE_NOT_FOUND` */
export async function openOutput(
  ctx: BaseCtx,
  { batchId, outputId, ...query }: SignedRequest,
): Promise<OpenedFile> {
  if (outputId === undefined) throw new ApiError('SIGNATURE_INVALID');
  await requireSignature(ctx, signedText(batchId, outputId), query);
  if (!isId('batch', batchId) || !isId('output', outputId)) throw new ApiError('FILE_NOT_FOUND');
  return openObject(ctx, batchOutputKey(batchId, outputId));
}

const signedText = (batchId: string, outputId: string): string => `${batchId}/${outputId}`;
