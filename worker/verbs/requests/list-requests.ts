import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import type { RequestQuery } from '../../../schema/console/requests.ts';
import type { LoggedRequest } from '../../../schema/request-log.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { decodePosition, encodeCursor } from '../../lib/cursor.ts';

export async function listRequests(
  { services, workspace }: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, outcome, search }: RequestQuery,
): Promise<{ requests: readonly LoggedRequest[]; nextCursor: string | null }> {
  const position = cursor === undefined ? undefined : decodePosition(cursor);
  const after = position && { arrivedAt: position.createdAt, requestId: position.id };
  const { requests, more } = await services.requestLog(workspace.id).list({ limit, outcome, search, after });
  const last = requests.at(-1);
  return {
    requests,
    nextCursor: more && last ? encodeCursor([String(Date.parse(last.at)), last.requestId]) : null,
  };
}

/** @throws {ApiError} `REQUEST_NOT_FOUND` */
export async function getRequest({ services, workspace }: Ctx, requestId: string): Promise<LoggedRequest> {
  const request = await services.requestLog(workspace.id).find(requestId);
  if (request === null) throw new ApiError('REQUEST_NOT_FOUND');
  return request;
}
