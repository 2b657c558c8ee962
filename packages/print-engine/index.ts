export {
  CommandRefused,
  CommandTimeout,
  Connection,
  ConnectionLost,
  type DevToolsSocket,
} from './devtools/connection.ts';
export {
  BrowserLost,
  NoPageInTime,
  PdfTooLarge,
  PrintCancelled,
  PrintFailed,
  PrintTimeout,
  RendererUnavailable,
  RenderFailure,
  UnprintableJob,
  WaitTimeout,
} from './failures.ts';
export { BackgroundPages } from './pages/background-pages.ts';
export type {
  Attachment,
  EncryptionOptions,
  FinishOptions,
  Metadata,
  Permissions,
  Relationship,
  WatermarkOptions,
} from './finish-options.ts';
export { JobSlots } from './pages/job-slots.ts';
export { PagePool, type PagePoolLimits } from './pages/page-pool.ts';
export { allowedPlaces } from './pages/share.ts';
export { type ByteSource, inMemory, readWhole, streamed } from './pdf/byte-source.ts';
export { EncryptedPdf, UnreadablePdf } from './pdf/dictionary.ts';
export { type Finish, finishPdf } from './pdf/finish.ts';
export { inBlocks } from './pdf/block-cache.ts';
export { type MergeInput, mergePdfs, UnreadableInput } from './pdf/merge/merge-pdfs.ts';
export { MAX_MERGED_BYTES, MergedPdfTooLarge } from './pdf/merge/object-writer.ts';
export { PdfSplitter, type TopBookmark } from './pdf/split/split-pdf.ts';
export { PdfReader, readMediaBox } from './pdf/reader.ts';
export type { Picture } from './picture/picture.ts';
export { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from './picture/picture-size.ts';
export type {
  Band,
  BandsOnly,
  PageAddress,
  PageBounds,
  PageCookie,
  PrintJob,
  Sides,
  WaitFor,
} from './print-job.ts';
export type { PrintLimits } from './print-limits.ts';
export { type PagePrint, printInPool } from './print/print.ts';
export { PRINTING_FLAGS, UNWANTED_FEATURES } from './printing-flags.ts';
export { selectPages } from './print/page-ranges.ts';
export { planSheets } from './print/band-sheets.ts';
export { findWatermarkWarnings, toWatermarkJob } from './print/watermark-sheet.ts';
export { type RenderReport, type RenderWarning, REPORT_LIMITS } from './render-report.ts';
export { withTimeout } from './with-timeout.ts';
