export {
  CommandRefused,
  CommandTimeout,
  Connection,
  ConnectionLost,
  type DevToolsSocket,
} from './devtools/connection.ts';
export { isRestless } from './fast/shortcuts.ts';
export { PRINT_PATHS, type PrintPath } from './fast/print-path.ts';
export {
  BrowserLost,
  FaultyDocument,
  NoPageInTime,
  PageCrashed,
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
export { JobSlots } from './pages/job-slots.ts';
export { PagePool, type PagePoolLimits } from './pages/page-pool.ts';
export { allowedPlaces } from './pages/share.ts';
export { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from './picture/picture-size.ts';
export type { PrintLimits } from './print-limits.ts';
export type { PagePrint } from './print/print.ts';
export { printInPool } from './print/print-in-pool.ts';
export { PRINTING_FLAGS, UNWANTED_FEATURES } from './printing-flags.ts';
export { hasBands, planSheets } from './print/band-sheets.ts';
export { findWatermarkWarnings, toWatermarkJob } from './print/watermark-sheet.ts';
export { type RenderReport, REPORT_LIMITS } from './render-report.ts';
export { withTimeout } from './with-timeout.ts';
