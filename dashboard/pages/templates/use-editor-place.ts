import { useEffect, useState } from 'react';
import { type Edge, EDGE_LABELS } from '../../page-options/band-list.ts';

export type EditorTab =
  | 'preview'
  | 'html'
  | 'header'
  | 'footer'
  | 'sample'
  | 'schema'
  | 'settings'
  | 'versions';

interface Target {
  readonly tab: EditorTab;
  /** Which header or footer, if there are several. */
  readonly band?: number;
  /** The name of an input that gets the focus. */
  readonly input?: string;
}

/** What the editor shows. */
export interface EditorPlace {
  readonly tab: EditorTab;
  readonly bands: Readonly<Record<Edge, number>>;
  readonly goTo: (target: Target) => void;
  readonly chooseBand: (edge: Edge, index: number) => void;
}

export function useEditorPlace(): EditorPlace {
  const [tab, setTab] = useState<EditorTab>('html');
  const [bands, setBands] = useState({ header: 0, footer: 0 });
  const [wanted, setWanted] = useState<string | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    document.querySelector<HTMLElement>(`[name="${CSS.escape(wanted)}"]`)?.focus();
    setWanted(null);
  }, [wanted]);

  const chooseBand = (edge: Edge, index: number) => setBands((before) => ({ ...before, [edge]: index }));
  return {
    tab,
    bands,
    chooseBand,
    goTo: ({ tab: next, band, input = null }) => {
      setTab(next);
      if (band !== undefined && isEdge(next)) chooseBand(next, band);
      setWanted(input);
    },
  };
}

const isEdge = (tab: EditorTab): tab is Edge => tab in EDGE_LABELS;

interface FieldPlace extends Target {
  /** As the editor calls it: `Footer, Height`. */
  readonly label: string;
}

/** Where the editor has the field of a warning. */
export function findPlace(field: string | null): FieldPlace | null {
  const [, edge, index, part] =
    /^options\.(header|footer)(?:\[(\d+)\])?\.(height|content)$/.exec(field ?? '') ?? [];
  if (edge !== 'header' && edge !== 'footer') return null;
  const label = `${EDGE_LABELS[edge]}${index === undefined ? '' : ` ${Number(index) + 1}`}`;
  const target = { tab: edge, band: Number(index ?? 0) } as const;
  if (part === 'content') return { ...target, label: `${label}, HTML` };
  const input = `${edge}${index === undefined ? '' : `[${index}]`}.height`;
  return { ...target, input, label: `${label}, Height` };
}
