import { autocompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { html, htmlLanguage } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { CompletionSource } from './completions.ts';
import { templateCompletion } from './template-completion.ts';
import { templateHighlight } from './template-highlight.ts';
import { editorLook } from './theme.ts';

/** What the editor is for a reader who cannot see it. */
interface Named {
  readonly label: string;
  /** The id of the text that tells how to leave it. */
  readonly describedBy: string;
}

const common = ({ label, describedBy }: Named): Extension => [
  basicSetup,
  // Its pictures are characters that few fonts have.
  autocompletion({ icons: false }),
  // Escape, then Tab leaves the editor: CodeMirror's own way out for who has no mouse (WCAG 2.2, 2.1.2).
  keymap.of([indentWithTab]),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  // A tab stop by itself already, but checkers look for the attribute.
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' }),
  lintGutter(),
  editorLook,
];

/** HTML with Handlebars. */
export const templateEditor = (named: Named, knowledge: () => CompletionSource): Extension => [
  common(named),
  html(),
  htmlLanguage.data.of({
    autocomplete: templateCompletion(knowledge),
    // Braces close before a tag and before another mustache too: `<p>{{|}}</p>`.
    closeBrackets: { brackets: ['(', '[', '{', "'", '"'], before: ')]}:;><{' },
  }),
  templateHighlight,
];

export const jsonEditor = (named: Named): Extension => [common(named), json()];

/** Only to read. */
export const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
