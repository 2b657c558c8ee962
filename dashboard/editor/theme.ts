import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/**
 * `light-dark()` follows the colour scheme of the page. All text colours have a contrast of at least 4.5:1 on the
 * background, the active line and the selection (WCAG 2.2, 1.4.3). test/unit/dashboard/editor/theme.test.ts
 * checks this.
 */
export const BACKGROUND = { light: '#ffffff', dark: '#1b1a18' } as const;
export const ACTIVE_LINE = { light: '#f6f4ee', dark: '#23221f' } as const;
export const SELECTION = { light: '#cfe4ec', dark: '#22404a' } as const;

interface Pair {
  readonly light: string;
  readonly dark: string;
}

export const TEXT_COLORS = {
  text: { light: '#23211d', dark: '#dedbd4' },
  dimmed: { light: '#5b564d', dark: '#aba79e' },
  tag: { light: '#3c3f8f', dark: '#aab0f5' },
  attribute: { light: '#6a4a1c', dark: '#d9b98a' },
  string: { light: '#22612e', dark: '#9fd0a6' },
  number: { light: '#8a2f5c', dark: '#eaa5c6' },
  helper: { light: '#075a72', dark: '#7cc6da' },
  keyword: { light: '#8d2b20', dark: '#f5a79c' },
} as const satisfies Record<string, Pair>;

const both = ({ light, dark }: Pair): string => `light-dark(${light}, ${dark})`;

const syntax = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: both(TEXT_COLORS.tag) },
  { tag: [tags.attributeName, tags.propertyName], color: both(TEXT_COLORS.attribute) },
  { tag: [tags.string, tags.attributeValue, tags.color], color: both(TEXT_COLORS.string) },
  { tag: [tags.number, tags.unit, tags.bool, tags.null, tags.atom], color: both(TEXT_COLORS.number) },
  { tag: [tags.keyword, tags.modifier, tags.definitionKeyword], color: both(TEXT_COLORS.keyword) },
  {
    tag: [tags.className, tags.labelName, tags.variableName, tags.constant(tags.name)],
    color: both(TEXT_COLORS.helper),
  },
  { tag: [tags.comment, tags.documentMeta, tags.meta], color: both(TEXT_COLORS.dimmed), fontStyle: 'italic' },
  { tag: tags.invalid, color: both(TEXT_COLORS.keyword) },
]);

const handlebars = {
  '.hbs-mustache, .hbs-mustache span': { color: both(TEXT_COLORS.text) },
  '.hbs-mustache .hbs-brace': { color: both(TEXT_COLORS.dimmed) },
  '.hbs-mustache .hbs-keyword': { color: both(TEXT_COLORS.keyword), fontWeight: '600' },
  '.hbs-mustache .hbs-helper': { color: both(TEXT_COLORS.helper), fontWeight: '600' },
  '.hbs-mustache .hbs-path': { color: both(TEXT_COLORS.text), fontWeight: '600' },
  '.hbs-mustache .hbs-data, .hbs-mustache .hbs-number': { color: both(TEXT_COLORS.number) },
  '.hbs-mustache .hbs-string': { color: both(TEXT_COLORS.string) },
  '.hbs-mustache .hbs-key': { color: both(TEXT_COLORS.attribute) },
  '.hbs-comment, .hbs-comment span': { color: both(TEXT_COLORS.dimmed), fontStyle: 'italic' },
};

const PANEL = 'var(--platen-surface)';
const LINE = '1px solid var(--platen-line)';

const baseTheme = EditorView.theme({
  '&': { height: '100%', color: both(TEXT_COLORS.text), backgroundColor: both(BACKGROUND), fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  // An outline would be hidden by the gutter.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: '2px solid var(--platen-accent-text)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: both(TEXT_COLORS.text), padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: both(TEXT_COLORS.text), borderLeftWidth: '2px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: both(ACTIVE_LINE) },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: `${both(SELECTION)} !important` },
  '.cm-gutters': {
    color: both(TEXT_COLORS.dimmed),
    backgroundColor: both(BACKGROUND),
    borderRight: LINE,
  },
  '.cm-foldPlaceholder': {
    color: both(TEXT_COLORS.dimmed),
    backgroundColor: both(ACTIVE_LINE),
    border: LINE,
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingTag': {
    backgroundColor: 'transparent',
    outline: `1px solid ${both(TEXT_COLORS.dimmed)}`,
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: both({ light: '#f3e6bb', dark: '#463c18' }) },
  '.cm-tooltip, .cm-panels': {
    color: both(TEXT_COLORS.text),
    backgroundColor: PANEL,
    border: LINE,
    borderRadius: '4px',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: '#fff',
    backgroundColor: both({ light: '#075a72', dark: '#0b6e8a' }),
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: '#fff' },
  '.cm-completionDetail': { color: both(TEXT_COLORS.dimmed), fontStyle: 'normal', marginLeft: '1.2em' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', maxWidth: '320px', fontSize: '12.5px' },
  '.cm-completionInfo code': { display: 'block', marginTop: '6px', overflowWrap: 'anywhere' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--mantine-color-error)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-error) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--mantine-color-error)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': { minHeight: '26px' },
  '.cm-panel.cm-search button, .cm-textfield': {
    color: both(TEXT_COLORS.text),
    background: both(BACKGROUND),
    border: LINE,
  },
  ...handlebars,
});

export const editorTheme: Extension = [baseTheme, syntaxHighlighting(syntax)];
