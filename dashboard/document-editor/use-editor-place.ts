import { useEffect, useState } from 'react';
import { type Edge, EDGE_LABELS } from '../page-options/band-list.ts';

/** The preview is a tab on narrow screens. */
export type TabName<Name extends string> = Name | 'preview';

export interface Target<Name extends string> {
  readonly tab: TabName<Name>;
  /** The index of the header or footer, if there are several. */
  readonly band?: number;
  /** The input is among the advanced settings of the page. */
  readonly isAdvanced?: boolean;
  /** The name of an input, or the label of a code editor, that gets the focus. */
  readonly input?: string;
  /** A range of the text that is selected. */
  readonly range?: TextRange;
}

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The place in the document that the editor shows. */
export interface EditorPlace<Name extends string> {
  readonly tab: TabName<Name>;
  readonly bands: Readonly<Record<Edge, number>>;
  readonly isAdvancedOpen: boolean;
  readonly setAdvancedOpen: (isOpen: boolean) => void;
  /** Returns the last selected range if it is in this text, or null. */
  readonly findSelection: (tab: TabName<Name>, band?: number) => TextRange | null;
  readonly goTo: (target: Target<Name>) => void;
  readonly chooseBand: (edge: Edge, index: number) => void;
}

/** @param first the tab that is open at the start */
export function useEditorPlace<Name extends string>(first: Name): EditorPlace<Name> {
  const [tab, setTab] = useState<TabName<Name>>(first);
  const [bands, setBands] = useState({ header: 0, footer: 0 });
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const [selected, setSelected] = useState<Target<Name> | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    const name = CSS.escape(wanted);
    document.querySelector<HTMLElement>(`[name="${name}"], [aria-label="${name}"]`)?.focus();
    setWanted(null);
  }, [wanted]);

  const chooseBand = (edge: Edge, index: number) => setBands((before) => ({ ...before, [edge]: index }));
  return {
    tab,
    bands,
    isAdvancedOpen,
    setAdvancedOpen,
    chooseBand,
    findSelection: (inTab, band = 0) =>
      (selected?.tab === inTab && (selected.band ?? 0) === band && selected.range) || null,
    goTo: ({ tab: next, band, isAdvanced = false, input = null, range }) => {
      setTab(next);
      if (isAdvanced) setAdvancedOpen(true);
      if (range !== undefined) setSelected({ tab: next, band: band ?? 0, range });
      if (band !== undefined && isEdge(next)) chooseBand(next, band);
      setWanted(input);
    },
  };
}

const isEdge = (tab: string): tab is Edge => tab in EDGE_LABELS;
