import { isId } from '../../../schema/ids.ts';
import type { LoggedRequest } from '../../../schema/request-log.ts';
import { toLoggedError } from '../../objects/request-log/logged-error.ts';
import { writeRequest } from '../../objects/request-log/write-request.ts';
import type { AppContext, RequestSubject } from './context.ts';

const SUBJECTS = { templateId: 'tpl', fileId: 'file', jobId: 'job', batchId: 'batch' } as const;

export const noteSubject = (c: AppContext, subject: RequestSubject): void =>
  c.set('subject', { ...c.get('subject'), ...subject });

/** Keeps a request with a key, or a failed one of the dashboard. Call it when the answer is complete. */
export async function keepInLog(c: AppContext, durationMs: number): Promise<void> {
  const { workspaceId, keyId = null, personId = null } = c.get('caller') ?? {};
  const { status } = c.res;
  if (workspaceId === undefined || (keyId === null && status < 400)) return;
  const error = c.get('error');
  const services = c.get('services');
  await writeRequest((id) => services.requestLog(id), workspaceId, {
    requestId: c.get('requestId'),
    at: new Date(c.get('arrivedAt')).toISOString(),
    durationMs,
    method: c.req.method,
    route: c.req.routePath,
    status,
    code: error?.code ?? null,
    keyId,
    personId,
    ...readSubject(c),
    error: error === undefined ? null : toLoggedError(error),
  });
}

/** Returns the ids in the path, and those that the route has noted. Clients choose both, so it takes only texts in the form of an id. */
function readSubject(c: AppContext): Pick<LoggedRequest, keyof typeof SUBJECTS> {
  const noted: RequestSubject = { ...c.req.param(), ...c.get('subject') };
  const find = (name: keyof typeof SUBJECTS): string | null => {
    const id = noted[name]?.split('@')[0] ?? '';
    return isId(SUBJECTS[name], id) ? id : null;
  };
  return {
    templateId: find('templateId'),
    fileId: find('fileId'),
    jobId: find('jobId'),
    batchId: find('batchId'),
  };
}
