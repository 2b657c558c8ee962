import { isJsonObject } from '../../../../schema/json-object.ts';
import type { AppContext } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';

/** A request that is refused has its template in the log too. */
export function noteTemplate(c: AppContext, body: unknown): void {
  if (isJsonObject(body) && typeof body.templateId === 'string')
    noteSubject(c, { templateId: body.templateId });
}
