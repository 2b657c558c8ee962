import type { LoggedRequest, RequestOutcome } from '../../../schema/request-log.ts';

/** The calls of the log of a workspace's requests. */
export interface RequestLogCalls extends Rpc.DurableObjectBranded {
  /** Writes as many of them as the limits of the log allow. */
  add(requests: readonly LoggedRequest[]): Promise<void>;
  list(filter: RequestFilter): RequestPage;
  /** Returns null if the log does not have it. */
  find(requestId: string): LoggedRequest | null;
  clear(): Promise<void>;
  /** Empties the log of a workspace that was deleted. It stays empty. */
  close(): Promise<void>;
}

export interface RequestFilter {
  readonly limit: number;
  readonly outcome?: RequestOutcome | undefined;
  /** A part of an id, the route, the status, the code or the message. */
  readonly search?: string | undefined;
  /** The last request of the previous page. */
  readonly after?: { readonly arrivedAt: number; readonly requestId: string } | undefined;
}

export interface RequestPage {
  /** Newest first. */
  readonly requests: readonly LoggedRequest[];
  readonly more: boolean;
}
