export { type FileKeys, makeKeys } from './encrypt/keys.ts';
export type { LinkName } from './accessible/link-names.ts';
export type { StyleText } from './accessible/place-style-texts.ts';
export { tagStyleTexts } from './accessible/style-texts.ts';
export { ImpossiblePdf, type StandardOption } from './archive/impossible-pdf.ts';
export { inBlocks } from './file/block-cache.ts';
export { type ByteSource, inMemory, inPieces, readWhole, streamed } from './file/byte-source.ts';
export { EncryptedPdf, UnreadablePdf } from './file/dictionary.ts';
export { type MissingGlyph, readMissingGlyphs } from './file/missing-glyphs.ts';
export { type NamedPlace, readNamedPlaces } from './file/named-places.ts';
export { readPaintedBoxes } from './file/painted-boxes.ts';
export type { PageLabel } from './file/page-labels.ts';
export { PdfReader, readShownPage } from './file/reader.ts';
export { addFields, type FilledForm, type MarkedFields } from './forms/add-fields.ts';
export { findDifferences, findInvoiceWarnings, listDifferences } from './invoice/find-differences.ts';
export type { Bookmark } from './finish/bookmarks.ts';
export { type Finish, finishDocument, finishPdf } from './finish/finish.ts';
export { readLetterhead } from './finish/letterhead.ts';
export type { SheetOverlay } from './finish/overlay.ts';
export { ADVANCE, CAP_HEIGHT, LETTER_WIDTH, STROKES } from './finish/strokes.ts';
export { tiles } from './finish/tiles.ts';
export { requireDrawableMark } from './finish/watermark.ts';
export { importPdf, type ImportedPdf, TooManyPages } from './import/import-pdf.ts';
export { NotAPdf } from './import/open-file.ts';
export { type MergeInput, mergePdfs, UnreadableInput } from './merge/merge-pdfs.ts';
export { type LinkTarget, MovedTarget } from './merge/entry-links.ts';
export { MAX_MERGED_BYTES, MergedPdfTooLarge } from './merge/object-writer.ts';
export type {
  Attachment,
  EncryptionOptions,
  FacturX,
  FinishOptions,
  LetterheadOptions,
  Metadata,
  PdfaLevel,
  Permissions,
  Relationship,
  WatermarkOptions,
} from './options/finish-options.ts';
export type { FieldOption, FieldStyle, FormField } from './options/form-field.ts';
export { InvalidPdfOption } from './options/invalid-option.ts';
export { isSelected, type PageSelection, type PageSpan } from './options/band-pages.ts';
export type { EntryLinks, EntryPlace, EntryTarget, OtherEntries } from './options/other-entries.ts';
export { selectPages } from './options/page-ranges.ts';
export type { Picture } from './options/picture.ts';
export type {
  Band,
  BandsOnly,
  VerticalSides,
  PageAddress,
  PageBounds,
  PageCookie,
  PageLayout,
  PrintJob,
  PrintSettings,
  Sides,
  WaitFor,
} from './options/print-job.ts';
export type { PrintedInvoice, PrintedLine, PrintedValue } from './options/printed-invoice.ts';
export type { Fault, FaultKind } from './options/fault.ts';
export type { RenderWarning } from './options/render-warning.ts';
export type { OutlineEntry } from './revise/outline-entries.ts';
export { type DocumentFacts, readDocument } from './revise/read-document.ts';
export { type Revision, revisePdf } from './revise/revise.ts';
export { PdfSplitter, type TopBookmark } from './split/split-pdf.ts';
