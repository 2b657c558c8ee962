import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchTemplate } from '../../templates/templates-api.ts';
import { fetchSavedPreview } from '../partials-api.ts';
import type { ComparedSample } from './compared-prints.ts';

/** The comparison of the published print of a template with its print with the newest assets and partials. */
export type Comparison =
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'done'; readonly samples: readonly ComparedSample[] };

export interface Comparisons {
  readonly byTemplate: ReadonlyMap<string, Comparison>;
  /** Compares the templates, one after the other. */
  readonly compare: (templateIds: readonly string[]) => Promise<void>;
  /** Removes the comparison of a template that was published again. */
  readonly forget: (templateId: string) => void;
}

export function useComparisons(workspaceId: string): Comparisons {
  const [byTemplate, setByTemplate] = useState<ReadonlyMap<string, Comparison>>(new Map());
  const ended = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort();
  }, []);

  const set = useCallback((templateId: string, comparison: Comparison | null) => {
    setByTemplate((before) => {
      const after = new Map(before);
      if (comparison === null) after.delete(templateId);
      else after.set(templateId, comparison);
      return after;
    });
  }, []);

  const compare = useCallback(
    async (templateIds: readonly string[]) => {
      const { signal } = ended.current;
      for (const templateId of templateIds) {
        if (signal.aborted) return;
        set(templateId, { state: 'running' });
        try {
          const samples = await compareTemplate(workspaceId, templateId, signal);
          set(templateId, { state: 'done', samples });
        } catch (error) {
          if (!signal.aborted) set(templateId, { state: 'failed', error });
        }
      }
    },
    [workspaceId, set],
  );
  const forget = useCallback((templateId: string) => set(templateId, null), [set]);
  return { byTemplate, compare, forget };
}

async function compareTemplate(
  ws: string,
  templateId: string,
  signal: AbortSignal,
): Promise<ComparedSample[]> {
  const { comparePrints } = await import('./compare-prints.ts');
  const { publishedVersion, sampleSets } = await fetchTemplate(ws, templateId, signal);
  const reference = `${templateId}@${publishedVersion}`;
  const samples = sampleSets.length > 0 ? sampleSets : [{ name: 'without data', data: {} }];
  const compared: ComparedSample[] = [];
  for (const { name, data: templateData } of samples) {
    const print = (parts: 'pinned' | 'current') =>
      fetchSavedPreview(ws, reference, { templateData, parts }, signal);
    const [before, after] = await Promise.all([print('pinned'), print('current')]);
    compared.push({ name, prints: await comparePrints(before.bytes, after.bytes, signal) });
  }
  return compared;
}
