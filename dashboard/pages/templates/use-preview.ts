import { useEffect, useMemo, useState } from 'react';
import type { PreviewDraft } from '../../../schema/console/templates.ts';
import type { Warning } from '../../../schema/warnings-header.ts';
import { RequestError } from '../../api/request-error.ts';
import type { Draft } from './draft.ts';
import { toPreviewRequest } from './preview-request.ts';
import { chosenText } from './samples.ts';
import { fetchPreview } from './templates-api.ts';

/** The preview is requested when the user stops typing for this long. */
const PAUSE_MS = 400;

export interface Preview {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly warnings: readonly Warning[];
  /** Including the network. */
  readonly elapsedMs: number;
  readonly outdated: boolean;
  readonly printing: boolean;
  /** Why the current draft could not be printed, or null. */
  readonly error: unknown;
  readonly refresh: () => void;
}

interface Outcome {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly warnings: readonly Warning[];
  readonly elapsedMs: number;
  readonly error: unknown;
  readonly request: PreviewDraft | null;
}

const NOTHING: Outcome = { bytes: null, warnings: [], elapsedMs: 0, error: null, request: null };

/**
 * The PDF of a draft. It is printed again when the user stops typing. Requests for older drafts are cancelled.
 * @param active false while the preview is not visible
 */
export function usePreview(workspaceId: string, draft: Draft, active: boolean): Preview {
  const [outcome, setOutcome] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const { content, settings, translationsText, previewLocale } = draft;
  // A new name for a set prints no new preview.
  const sampleText = chosenText(draft);
  const request = useMemo(
    () => toPreviewRequest({ content, settings, translationsText, previewLocale }, sampleText),
    [content, settings, translationsText, previewLocale, sampleText],
  );

  useEffect(() => {
    if (!active || request === null) return undefined;
    const controller = new AbortController();
    const print = async () => {
      const printed = await printDraft(workspaceId, request, controller.signal);
      if (!controller.signal.aborted) setOutcome((before) => ({ ...before, ...printed, request }));
    };
    const timer = setTimeout(() => void print(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [workspaceId, request, active, round]);

  useRetry(outcome.error, () => setRound((before) => before + 1));
  return {
    bytes: outcome.bytes,
    warnings: outcome.warnings,
    elapsedMs: outcome.elapsedMs,
    outdated: outcome.request !== request || outcome.error !== null,
    printing: active && request !== null && outcome.request !== request,
    error: outcome.request === request ? outcome.error : null,
    refresh: () => setRound((before) => before + 1),
  };
}

type Printed = Pick<Outcome, 'error'> & Partial<Pick<Outcome, 'bytes' | 'warnings' | 'elapsedMs'>>;

async function printDraft(workspaceId: string, draft: PreviewDraft, signal: AbortSignal): Promise<Printed> {
  const startedAt = performance.now();
  try {
    const printed = await fetchPreview(workspaceId, draft, signal);
    return { ...printed, elapsedMs: performance.now() - startedAt, error: null };
  } catch (error) {
    return { error };
  }
}

/** Fast typing can exceed the rate limit. Retries when the limit allows it. */
function useRetry(error: unknown, retry: () => void): void {
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : null;
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setTimeout(retry, seconds * 1_000);
    return () => clearTimeout(timer);
    // `retry` is a new function on every render: the error alone decides when.
  }, [error, seconds]);
}
