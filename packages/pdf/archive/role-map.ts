import { findReference } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';

/** The types of ISO 32000-1, 14.8.4. */
const STANDARD_TYPES: ReadonlySet<string> = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH ' +
    'TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'
  ).split(' '),
);

/** The newer types, which are standard since PDF 2.0, and the types of PDF 1.7 that replace them. Chromium writes some of them. */
const NEWER_TYPES: Readonly<Record<string, string>> = {
  Strong: 'Span',
  Em: 'Span',
  Sub: 'Span',
  Title: 'P',
  // A Note needs an identifier (ISO 14289-1, 7.9), which Chromium does not write.
  Aside: 'Sect',
  FENote: 'Sect',
  DocumentFragment: 'Sect',
};

/** Returns whether the type is standard, or the role map maps it to a standard one. */
export const isKnownType = (type: string): boolean =>
  STANDARD_TYPES.has(type) || Object.hasOwn(NEWER_TYPES, type);

/** The value of `/RoleMap`. It maps each newer type to its type of PDF 1.7. */
export const ROLE_MAP = `<<${Object.entries(NEWER_TYPES)
  .map(([type, role]) => `/${type} /${role}`)
  .join(' ')}>>`;

/** Maps the newer types to types of PDF 1.7, the version of PDF/A-2 and PDF/A-3 (ISO 19005-2, 6.7.3.4). */
export async function writeRoleMap(
  rewrite: PdfRewrite,
  reader: PdfReader,
  catalog: ReadonlyMap<string, string>,
): Promise<void> {
  const rootId = findReference(`/StructTreeRoot ${catalog.get('StructTreeRoot') ?? ''}`, 'StructTreeRoot');
  // The check refuses a document without tags later.
  if (rootId === null) return;
  const root = readEntries((await reader.object(rootId)).text);
  root.set('RoleMap', ROLE_MAP);
  rewrite.write(rootId, writeEntries(root));
}
