import { autocompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { html, htmlLanguage } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { closeTagsOnce } from './close-tags.ts';
import type { CompletionSource } from './completions.ts';
import { templateCompletion } from './template-completion.ts';
import { templateHighlight } from './template-highlight.ts';
import { editorTheme } from './theme.ts';

/** For screen readers. */
interface EditorNames {
  readonly label: string;
  readonly describedBy: string;
}

const common = ({ label, describedBy }: EditorNames): Extension => [
  basicSetup,
  // Its icons are characters that most fonts lack.
  autocompletion({ icons: false }),
  // Escape, then Tab leaves the editor, so there is no keyboard trap (WCAG 2.2, 2.1.2).
  keymap.of([indentWithTab]),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  // The element is focusable anyway, but accessibility checkers look for the attribute.
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' }),
  lintGutter(),
  editorTheme,
];

export const templateEditor = (names: EditorNames, knowledge: () => CompletionSource): Extension => [
  common(names),
  // Before `html`, which inserts close tags.
  closeTagsOnce,
  html(),
  htmlLanguage.data.of({
    autocomplete: templateCompletion(knowledge),
    // Close braces before a tag or another mustache too: `<p>{{|}}</p>`.
    closeBrackets: { brackets: ['(', '[', '{', "'", '"'], before: ')]}:;><{' },
  }),
  templateHighlight,
];

export const jsonEditor = (names: EditorNames): Extension => [common(names), json()];

export const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
