import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { HelperDoc } from './helper-docs.ts';
import { type CompletionSource, type Suggestion, suggestionsAt } from './completions.ts';

/** @param knowledge called for each completion, because the data changes */
export function templateCompletion(knowledge: () => CompletionSource) {
  return (context: CompletionContext): CompletionResult | null => {
    const found = suggestionsAt(context.state.doc.toString(), context.pos, knowledge());
    if (found === null || found.options.length === 0) return null;
    return { from: found.from, options: found.options.map(toCompletion), validFor: /^@?[\w$-]*$/ };
  };
}

/** Order of the suggestions: the end of the block first, then data. */
const BOOST: Readonly<Record<Suggestion['kind'], number>> = {
  close: 6,
  field: 5,
  block: 4,
  partial: 4,
  argument: 3,
  helper: 2,
  variable: 1,
};

const ICONS: Readonly<Record<Suggestion['kind'], string>> = {
  close: 'keyword',
  block: 'keyword',
  partial: 'function',
  field: 'property',
  variable: 'variable',
  argument: 'enum',
  helper: 'function',
};

function toCompletion({ label, kind, detail, doc }: Suggestion): Completion {
  return {
    label,
    type: ICONS[kind],
    boost: BOOST[kind],
    detail: kind === 'helper' || kind === 'block' ? '' : detail,
    ...(doc && { info: () => describe(doc) }),
    ...(kind === 'block' && { apply: applyBlock }),
    ...(kind === 'helper' && { apply: applyHelper }),
    ...(label.endsWith('/') && { apply: applyPrefix }),
  };
}

function describe({ about, example, prints }: HelperDoc): HTMLElement {
  const element = document.createElement('div');
  element.textContent = about;
  const shown = document.createElement('code');
  shown.textContent = prints === '' ? example : `${example} → ${prints}`;
  element.append(shown);
  return element;
}

/** Inserts `{{#each …}}…{{/each}}` and replaces braces that the editor closed automatically. */
function applyBlock(view: EditorView, completion: Completion, from: number, to: number): void {
  const after = /^\s*\}\}/.exec(view.state.sliceDoc(to, to + 10))?.[0] ?? '';
  const { label } = completion;
  snippet(`${label} \${}\\}\\}\${}\\{\\{/${label}\\}\\}`)(view, completion, from, to + after.length);
  startCompletion(view);
}

function applyHelper(view: EditorView, { label }: Completion, from: number, to: number): void {
  insert(view, `${label} `, from, to);
}

/** `../` starts a path, so suggest its fields next. */
function applyPrefix(view: EditorView, { label }: Completion, from: number, to: number): void {
  insert(view, label, from, to);
}

function insert(view: EditorView, text: string, from: number, to: number): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
  });
  startCompletion(view);
}
