import type { RequestDraft } from './pages/playground/request-draft.ts';

/**
 * The requests that the playground of this tab has sent, by their id. The map is in memory and ends with the tab. The content of
 * requests is stored nowhere else.
 */
const sent = new Map<string, RequestDraft>();

const MAX_SENT = 50;

export function rememberSentDraft(requestId: string, draft: RequestDraft): void {
  sent.set(requestId, draft);
  const [oldest] = sent.keys();
  if (sent.size > MAX_SENT && oldest !== undefined) sent.delete(oldest);
}

export const findSentDraft = (requestId: string): RequestDraft | undefined => sent.get(requestId);
