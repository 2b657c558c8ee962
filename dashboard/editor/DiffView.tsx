import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import classes from './DiffView.module.css';
import { readOnly } from './extensions.ts';
import { templateHighlight } from './template-highlight.ts';
import { editorTheme } from './theme.ts';

interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly language: 'template' | 'json';
  readonly label: string;
  readonly folded: boolean;
}

const CONTEXT_LINES = 3;

/** A unified diff of two texts. */
export function DiffView({ before, after, language, label, folded }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const view = new EditorView({
      parent: host.current,
      doc: after,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        readOnly,
        language === 'json' ? json() : [html(), templateHighlight],
        editorTheme,
        unifiedMergeView({
          original: before,
          mergeControls: false,
          ...(folded ? { collapseUnchanged: { margin: CONTEXT_LINES, minSize: CONTEXT_LINES * 2 } } : {}),
        }),
      ],
    });
    return () => view.destroy();
  }, [before, after, language, label, folded]);
  return <div ref={host} className={classes.diff} />;
}
