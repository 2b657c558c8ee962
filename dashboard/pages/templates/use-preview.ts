import { useCallback, useMemo } from 'react';
import type { PreviewDraft } from '../../../schema/console/templates.ts';
import type { Draft } from './draft.ts';
import { toPreviewRequest } from './preview-request.ts';
import { chosenText } from './samples.ts';
import { fetchPreview } from './templates-api.ts';
import type { Editing } from './use-draft.ts';
import { type Preview, usePrints } from '../../document-editor/use-prints.ts';

/** The PDF of a draft. @param active false while the preview is not visible */
export function usePreview(workspaceId: string, draft: Draft, active: boolean): Preview {
  const { content, settings, translationsText, previewLocale } = draft;
  // A new name for a set prints no new preview.
  const sampleText = chosenText(draft);
  const request = useMemo(
    () => toPreviewRequest({ content, settings, translationsText, previewLocale }, sampleText),
    [content, settings, translationsText, previewLocale, sampleText],
  );
  const print = useCallback(
    (printed: PreviewDraft, signal: AbortSignal) => fetchPreview(workspaceId, printed, signal),
    [workspaceId],
  );
  return usePrints(request, print, active);
}

/** @throws {Error} the draft cannot be printed */
export async function printDownload(
  workspaceId: string,
  { draft, template: { name } }: Editing,
): Promise<Uint8Array<ArrayBuffer>> {
  const request = toPreviewRequest(draft, chosenText(draft));
  if (request === null) throw new Error('The sample data or the translations are not valid JSON.');
  return (await fetchPreview(workspaceId, { ...request, name }, new AbortController().signal)).bytes;
}
