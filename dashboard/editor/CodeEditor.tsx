import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { startCompletion } from '@codemirror/autocomplete';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import classes from './CodeEditor.module.css';
import { isAfterPartialSign } from './completions.ts';
import { toDiagnostics, type TextProblem } from './diagnostics.ts';
import { jsonEditor, templateEditor } from './extensions.ts';
import { HELPERS } from './helpers.ts';
import { partialLinks } from './partial-links.ts';

interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly language: 'template' | 'json';
  readonly label: string;
  readonly problems: readonly TextProblem[];
  /** Completions of a template come from this data. */
  readonly data?: unknown;
  /** The partials that a template can call. */
  readonly partials?: readonly string[];
  /** Returns the address of the page of a partial, for the link at a call in the text. */
  readonly partialAddress?: (name: string) => string;
  /** The editor selects this range and scrolls to it, once for each new object. */
  readonly selection?: { readonly from: number; readonly to: number } | null;
  /** Gets the position of the cursor when the user moves it, or null when the user selects or changes text. */
  readonly onCursor?: (offset: number | null) => void;
}

export function CodeEditor({
  value,
  onChange,
  language,
  label,
  problems,
  data,
  partials,
  partialAddress,
  selection = null,
  onCursor,
}: CodeEditorProps) {
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useEditor(host, {
    value,
    onChange,
    language,
    label,
    data,
    partials,
    partialAddress,
    helpId,
    onCursor,
  });

  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, toDiagnostics(editor.state.doc, problems)));
  }, [view, problems]);

  // The names can arrive after the user has typed the sign.
  useEffect(() => {
    const editor = view.current;
    if (!editor?.hasFocus) return;
    const { head } = editor.state.selection.main;
    if (isAfterPartialSign(editor.state.sliceDoc(0, head))) startCompletion(editor);
  }, [view, partials]);

  useEffect(() => {
    if (view.current && selection !== null) select(view.current, selection);
  }, [view, selection]);

  return (
    <div className={classes.editor}>
      <VisuallyHidden id={helpId}>
        Press Tab to indent. To leave the editor, press Escape, then Tab. Press Control and Space for
        suggestions.
      </VisuallyHidden>
      <div ref={host} className={classes.host} />
      <ProblemList problems={problems} onSelect={(index) => selectProblem(view.current, problems[index])} />
    </div>
  );
}

interface EditorProps extends Omit<CodeEditorProps, 'problems' | 'selection'> {
  readonly helpId: string;
}

/** Creates one CodeMirror instance. Later props reach it through `latest`. */
function useEditor(host: RefObject<HTMLDivElement | null>, props: EditorProps): RefObject<EditorView | null> {
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const { language, label, helpId, value } = props;
  useEffect(() => {
    if (!host.current) return undefined;
    const names = { label, describedBy: helpId };
    const extensions = [
      language === 'json'
        ? jsonEditor(names)
        : templateEditor(names, () => {
            const { data, partials = [] } = latest.current;
            return { helpers: HELPERS, data, partials };
          }),
      partialLinks((name) =>
        latest.current.partials?.includes(name) ? (latest.current.partialAddress?.(name) ?? null) : null,
      ),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.doc.toString());
        const isMoved = update.transactions.some((transaction) => transaction.isUserEvent('select'));
        if (!isMoved && !update.docChanged) return;
        const { empty, head } = update.state.selection.main;
        latest.current.onCursor?.(isMoved && empty ? head : null);
      }),
    ];
    const state = EditorState.create({ doc: latest.current.value, extensions });
    const editor = new EditorView({ parent: host.current, state });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [host, language, label, helpId]);

  // The text was changed outside of the editor, for example by restoring a version. `useEffect` could run after the next key,
  // and replace the newer text.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return view;
}

interface ProblemListProps {
  readonly problems: readonly TextProblem[];
  readonly onSelect: (index: number) => void;
}

function ProblemList({ problems, onSelect }: ProblemListProps) {
  return (
    <div role="status" className={classes.problems}>
      {problems.map(({ message, at }, index) => (
        <UnstyledButton key={message} className={classes.problem} onClick={() => onSelect(index)}>
          {at && (
            <b>
              Line {at.line}, column {at.column}
            </b>
          )}{' '}
          {message}
        </UnstyledButton>
      ))}
    </div>
  );
}

function selectProblem(editor: EditorView | null, problem: TextProblem | undefined): void {
  if (!editor || !problem) return;
  const [range] = toDiagnostics(editor.state.doc, [problem]);
  if (range) select(editor, { from: range.from, to: range.from });
}

/** The range is of an earlier text, which may have been longer. */
function select(editor: EditorView, { from, to }: { readonly from: number; readonly to: number }): void {
  const { length } = editor.state.doc;
  const [anchor, head] = [Math.min(from, length), Math.min(to, length)];
  editor.dispatch({
    selection: { anchor, head },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  editor.focus();
}
