import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { findMustaches, type Mustache, type TokenType } from './mustaches.ts';

/** A comment or a long expression can start above the visible part. */
const LOOK_BACK_CHARS = 3_000;

const MARKS: Readonly<Record<TokenType, Decoration>> = {
  brace: Decoration.mark({ class: 'hbs-brace' }),
  keyword: Decoration.mark({ class: 'hbs-keyword' }),
  helper: Decoration.mark({ class: 'hbs-helper' }),
  path: Decoration.mark({ class: 'hbs-path' }),
  data: Decoration.mark({ class: 'hbs-data' }),
  string: Decoration.mark({ class: 'hbs-string' }),
  number: Decoration.mark({ class: 'hbs-number' }),
  key: Decoration.mark({ class: 'hbs-key' }),
};
const COMMENT = Decoration.mark({ class: 'hbs-comment' });
const MUSTACHE = Decoration.mark({ class: 'hbs-mustache' });

export const templateHighlight: Extension = ViewPlugin.define(
  (view) => ({
    decorations: buildDecorations(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = buildDecorations(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

function buildDecorations(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(done, from - LOOK_BACK_CHARS, 0);
    for (const mustache of findMustaches(view.state.sliceDoc(start, to))) addMarks(builder, mustache, start);
    done = to;
  }
  return builder.finish();
}

function addMarks(
  builder: RangeSetBuilder<Decoration>,
  { kind, from, to, tokens }: Mustache,
  offset: number,
): void {
  if (kind === 'comment') {
    builder.add(offset + from, offset + to, COMMENT);
    return;
  }
  builder.add(offset + from, offset + to, MUSTACHE);
  for (const token of tokens) builder.add(offset + token.from, offset + token.to, MARKS[token.type]);
}
