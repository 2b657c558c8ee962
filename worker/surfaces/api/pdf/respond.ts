import type { GenerateResponse } from '../../../../schema/api/generate.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeFile } from '../../../verbs/files/describe-file.ts';
import { fileLinks } from '../../../verbs/files/links.ts';
import type { AppContext } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { preferredType } from '../../http/preferred-type.ts';
import type { Produced } from '../../../verbs/make/production.ts';
import { pdfKey } from '../../../adapters/r2/keys.ts';

type Made = Pick<Produced, 'file' | 'usage' | 'replayed' | 'report'>;

export async function respond(c: AppContext, result: Made) {
  if (result.replayed) c.header('Idempotency-Replayed', 'true');
  const { fileId, template, sizeBytes } = result.file;
  c.set('pdfBytes', sizeBytes);
  noteSubject(c, { fileId, ...(template && { templateId: template.id }) });
  return prefersFile(c, result) ? respondWithFile(c, result) : c.json(await toBody(c, result), 200);
}

const prefersFile = (c: AppContext, { file: { mediaType } }: Made): boolean =>
  preferredType(c.req.header('Accept'), ['application/json', mediaType]) === mediaType;

async function toBody(c: AppContext, { file, usage, report }: Made): Promise<GenerateResponse> {
  const links = await fileLinks(file, c.get('services').signer, readOrigin(c), file.createdAt);
  return {
    success: true,
    requestId: c.get('requestId'),
    data: describeFile(file, links),
    usage,
    ...(report === null ? {} : { report }),
  };
}

/** Reads from storage, so that a replay returns the same bytes. */
async function respondWithFile(c: AppContext, { file, usage }: Made): Promise<Response> {
  const services = c.get('services');
  const [object, links] = await Promise.all([
    services.fileStore.get(pdfKey(file.fileId)),
    fileLinks(file, services.signer, readOrigin(c), file.createdAt),
  ]);
  if (object === null) throw new ApiError('FILE_NOT_FOUND');
  return c.body(object.body, 200, {
    'Content-Type': object.contentType,
    'Content-Length': String(object.sizeBytes),
    'Content-Disposition': object.contentDisposition ?? 'inline',
    'X-File-Id': file.fileId,
    'X-File-Url': links.url,
    'X-File-Signed-Url': links.signedUrl,
    'X-Usage-Remaining': String(usage.remaining),
    'X-Quota-Used': String(usage.quotaUsed),
    'X-Quota-Limit': String(usage.quotaLimit),
    'X-Processing-Time-Ms': String(file.processingTimeMs),
  });
}
