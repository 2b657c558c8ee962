import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { SampleSet } from '../../../schema/api/sample-sets.ts';
import { fetchPreview, fetchTemplate, templatesKey } from '../templates/templates-api.ts';
import { type Preview, usePrints } from '../../document-editor/use-prints.ts';
import { fetchSavedPreview, fetchUses, partialsKey } from './partials-api.ts';

/** A template that the preview can print. */
interface Printable {
  readonly templateId: string;
  readonly name: string;
}

export interface PartialPreview {
  readonly preview: Preview;
  /** The templates whose newest version uses the partial. */
  readonly templates: readonly Printable[];
  /** If it is null, the partial is printed alone. */
  readonly template: Printable | null;
  readonly chooseTemplate: (templateId: string) => void;
  readonly samples: readonly SampleSet[];
  readonly sample: SampleSet | null;
  readonly chooseSample: (name: string) => void;
}

interface PreviewedPartial {
  readonly name: string;
  readonly content: string;
  /** The partial exists, so templates can use it. */
  readonly isSaved: boolean;
}

interface PreviewRequest {
  readonly templateId: string | null;
  readonly templateData: Record<string, unknown>;
  readonly partials: Record<string, string>;
}

/** Prints the text of a partial in a template that uses it, before it is saved. @param active false while the preview is not visible */
export function usePartialPreview(
  ws: string,
  { name, content, isSaved }: PreviewedPartial,
  active: boolean,
): PartialPreview {
  const uses = useQuery({
    queryKey: [...partialsKey(ws), 'uses', name],
    queryFn: ({ signal }) => fetchUses(ws, name, { cursor: undefined, signal }),
    enabled: isSaved,
  });
  const templates = useMemo(
    () => uses.data?.data.filter(({ latestPin }) => latestPin !== null) ?? [],
    [uses.data],
  );
  const [chosen, chooseTemplate] = useState<string | null>(null);
  const template =
    chosen === ''
      ? null
      : (templates.find(({ templateId }) => templateId === chosen) ?? templates[0] ?? null);

  const id = template?.templateId ?? '';
  const loaded = useQuery({
    queryKey: [...templatesKey(ws), 'samples', id],
    queryFn: async ({ signal }) => (await fetchTemplate(ws, id, signal)).sampleSets,
    enabled: template !== null,
  });
  const samples = (template !== null && loaded.data) || NO_SAMPLES;
  const [chosenSample, chooseSample] = useState<string | null>(null);
  const sample = samples.find((set) => set.name === chosenSample) ?? samples[0] ?? null;

  const isReady = !(isSaved && uses.isPending) && !(template !== null && loaded.isPending);
  const request = useMemo(
    (): PreviewRequest | null =>
      isReady
        ? { templateId: id || null, templateData: sample?.data ?? {}, partials: { [name]: content } }
        : null,
    [isReady, id, sample, name, content],
  );
  const print = useCallback(
    ({ templateId, ...body }: PreviewRequest, signal: AbortSignal) =>
      templateId === null
        ? fetchPreview(ws, { content: `{{#> ${name}}}{{/${name}}}`, ...body }, signal)
        : fetchSavedPreview(ws, templateId, body, signal),
    [ws, name],
  );
  const preview = usePrints(request, print, active);
  return { preview, templates, template, chooseTemplate, samples, sample, chooseSample };
}

const NO_SAMPLES: readonly SampleSet[] = [];
