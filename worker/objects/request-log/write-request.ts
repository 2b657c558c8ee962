import { LRUCache } from 'lru-cache';
import type { LoggedRequest } from '../../../schema/request-log.ts';
import { RATE_WINDOW_MS } from '../../../schema/plans.ts';
import type { RequestLogCalls } from './protocol.ts';

/** At most this many requests of a workspace wait in this isolate for a write. Further ones are not listed. */
const MAX_GATHERED = 100;

/** After this time another request takes over: the platform may have ended the request that writes. */
const TURN_MS = 5_000;

interface Turn {
  readonly until: number;
  readonly gathered: LoggedRequest[];
}

/** The write of each workspace that is under way. Requests that end meanwhile are written together after it. */
const turns = new Map<string, Turn>();

/** The workspaces that are over their rate. The log needs only one of these requests in each window. */
const limitedUntil = new LRUCache<string, number>({ max: 1_000 });

/** Writes a request to the log. No client waits for it. The log leaves out a request that cannot be written. */
export async function writeRequest(
  open: (workspaceId: string) => DurableObjectStub<RequestLogCalls>,
  workspaceId: string,
  request: LoggedRequest,
): Promise<void> {
  const now = Date.now();
  if (isOneOfMany(workspaceId, request, now)) return;
  const turn = turns.get(workspaceId);
  if (turn !== undefined && now < turn.until) {
    if (turn.gathered.length < MAX_GATHERED) turn.gathered.push(request);
    return;
  }
  const mine: Turn = { until: now + TURN_MS, gathered: [request] };
  turns.set(workspaceId, mine);
  try {
    while (mine.gathered.length > 0) await open(workspaceId).add(mine.gathered.splice(0));
  } catch (error) {
    console.warn(JSON.stringify({ event: 'request_log_failed', workspaceId, cause: String(error) }));
  } finally {
    if (turns.get(workspaceId) === mine) turns.delete(workspaceId);
  }
}

function isOneOfMany(workspaceId: string, { code }: LoggedRequest, now: number): boolean {
  if (code !== 'RATE_LIMIT_EXCEEDED') return false;
  if (now < (limitedUntil.get(workspaceId) ?? 0)) return true;
  limitedUntil.set(workspaceId, now + RATE_WINDOW_MS);
  return false;
}
