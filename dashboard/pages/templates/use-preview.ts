import { useEffect, useMemo, useState } from 'react';
import type { PreviewDraft } from '../../../schema/console/templates.ts';
import { fetchPdf } from '../../api/console-client.ts';
import { RequestError } from '../../api/request-error.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { clean, type Draft } from './draft.ts';
import { previewPath } from './templates-api.ts';

/** So long after the last key the preview is asked for. */
const PAUSE_MS = 400;

export interface Preview {
  /** The last that worked. */
  readonly bytes: Uint8Array | null;
  /** How long it took, the way there and back included. */
  readonly elapsedMs: number;
  /** Whether `bytes` are of an earlier state of the draft. */
  readonly outdated: boolean;
  /** Whether a new one is on its way. */
  readonly printing: boolean;
  /** Why there is none of the present state. */
  readonly error: unknown;
  /** Asks again although nothing changed. */
  readonly refresh: () => void;
}

interface Outcome {
  readonly bytes: Uint8Array | null;
  readonly elapsedMs: number;
  readonly error: unknown;
  /** The request that this is the outcome of. */
  readonly of: PreviewDraft | null;
}

const NOTHING: Outcome = { bytes: null, elapsedMs: 0, error: null, of: null };

/**
 * The PDF of a draft, printed anew when typing pauses. A request whose draft is no longer what is in the
 * editor is cancelled, and its answer never shown.
 * @param active false where nobody sees it
 */
export function usePreview(workspaceId: string, draft: Draft, active: boolean): Preview {
  const [outcome, setOutcome] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const { content, settings, sampleText } = draft;
  const request = useMemo(() => toPreviewRequest(content, settings, sampleText), [content, settings, sampleText]);

  useEffect(() => {
    if (!active || request === null) return undefined;
    const controller = new AbortController();
    const print = async () => {
      const printed = await printDraft(workspaceId, request, controller.signal);
      if (!controller.signal.aborted) setOutcome((before) => ({ ...before, ...printed, of: request }));
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
    elapsedMs: outcome.elapsedMs,
    outdated: outcome.of !== request || outcome.error !== null,
    printing: active && request !== null && outcome.of !== request,
    error: outcome.of === request ? outcome.error : null,
    refresh: () => setRound((before) => before + 1),
  };
}

/** Null while the sample data is not JSON. The API wants a document, so an empty one is a blank page. */
function toPreviewRequest(content: string, settings: Draft['settings'], sampleText: string): PreviewDraft | null {
  const templateData = readJsonObject(sampleText).value;
  if (templateData === null) return null;
  return { content: content === '' ? ' ' : content, settings: clean(settings), templateData };
}

type Printed = Pick<Outcome, 'error'> & Partial<Pick<Outcome, 'bytes' | 'elapsedMs'>>;

async function printDraft(workspaceId: string, draft: PreviewDraft, signal: AbortSignal): Promise<Printed> {
  const startedAt = performance.now();
  try {
    const bytes = await fetchPdf(previewPath(workspaceId), draft, signal);
    return { bytes, elapsedMs: performance.now() - startedAt, error: null };
  } catch (error) {
    return { error };
  }
}

/** Who types fast for a minute meets the rate limit: it goes on by itself when it may. */
function useRetry(error: unknown, retry: () => void): void {
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : null;
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setTimeout(retry, seconds * 1_000);
    return () => clearTimeout(timer);
    // The error, not the callback, says when.
  }, [error, seconds]);
}
