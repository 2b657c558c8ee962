import type { GenerateResponse } from '../../../../schema/api/generate.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeFile } from '../../../verbs/files/describe-file.ts';
import { fileLinks } from '../../../verbs/files/links.ts';
import type { AppContext } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { warningsInBody, warningsInHeader } from '../../http/unknown-fields.ts';
import { preferredType } from '../../http/preferred-type.ts';
import type { Produced } from '../../../verbs/make/production.ts';
import { contentDisposition } from '../../../adapters/r2/content-disposition.ts';
import { pdfKey } from '../../../adapters/r2/keys.ts';

type Made = Pick<Produced, 'file' | 'usage' | 'replayed' | 'report'> &
  Partial<Pick<Produced, 'bytes' | 'differences'>>;

export async function respond(c: AppContext, result: Made) {
  if (result.replayed) c.header('Idempotency-Replayed', 'true');
  noteMade(c, result);
  return prefersFile(c, result) ? respondWithFile(c, result) : c.json(await describeMade(c, result), 200);
}

/** Notes the file for the log and the counts of the workspace. */
export function noteMade(c: AppContext, { file: { fileId, template, sizeBytes } }: Made): void {
  c.set('pdfBytes', sizeBytes);
  noteSubject(c, { fileId, ...(template && { templateId: template.id }) });
}

const prefersFile = (c: AppContext, { file: { mediaType } }: Made): boolean =>
  preferredType(c.req.header('Accept'), ['application/json', mediaType]) === mediaType;

/** Contract 2.2. */
export async function describeMade(
  c: AppContext,
  { file, usage, report, differences }: Made,
): Promise<GenerateResponse> {
  const links = await fileLinks(file, c.get('services').signer, readOrigin(c), file.createdAt);
  return {
    success: true,
    requestId: c.get('requestId'),
    data: describeFile(file, links),
    usage,
    ...warningsInBody(c, differences),
    ...(report === null ? {} : { report }),
  };
}

async function respondWithFile(
  c: AppContext,
  { file, bytes = null, usage, differences }: Made,
): Promise<Response> {
  const [body, links] = await Promise.all([
    bytes?.slice() ?? c.get('phases').measure('read', () => readFile(c, file)),
    fileLinks(file, c.get('services').signer, readOrigin(c), file.createdAt),
  ]);
  return c.body(body, 200, {
    'Content-Type': file.mediaType,
    'Content-Length': String(file.sizeBytes),
    'Content-Disposition': contentDisposition('inline', file.filename),
    'X-File-Id': file.fileId,
    'X-File-Url': links.url,
    'X-File-Signed-Url': links.signedUrl,
    'X-Usage-Remaining': String(usage.remaining),
    'X-Quota-Used': String(usage.quotaUsed),
    'X-Quota-Limit': String(usage.quotaLimit),
    'X-Processing-Time-Ms': String(file.processingTimeMs),
    ...warningsInHeader(c, differences),
  });
}

/** Reads a file from storage, for a replay or if the file is not in memory. */
async function readFile(c: AppContext, { fileId }: Made['file']): Promise<ReadableStream> {
  const object = await c.get('services').fileStore.get(pdfKey(fileId));
  if (object === null) throw new ApiError('FILE_NOT_FOUND');
  return object.body;
}
