import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { Output } from '../../../schema/api/output.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { printLimits } from '../make/print-limits.ts';
import { drawPage } from '../make/thumbnail.ts';

export interface PictureTerms {
  /** From 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly signal: AbortSignal;
}

export interface PreviewPicture {
  readonly report: PrintedPdf['report'];
  readonly png: Uint8Array;
  /** The picture is a page of the PDF, with header and footer. Otherwise it is the document as the browser shows it. */
  readonly isPage: boolean;
}

/** A longer document would be a picture on which nothing can be read. */
const MAX_JOINED_PAGES = 3;

/**
 * Prints a preview, and makes a picture of one of its pages.
 *
 * @param print prints the preview. Without an output, it becomes a PDF
 * @throws {ApiError} `VALIDATION_ERROR` if there is no such page; whatever `print` throws
 */
export async function previewPicture(
  ctx: Ctx,
  { page, width, arrivedAt, signal }: PictureTerms,
  print: (output?: Output) => Promise<PrintedPdf>,
): Promise<PreviewPicture> {
  const { body, report } = await print();
  if (page > report.pageCount) {
    await drop(body);
    throw invalidRequest([`page: must be ${report.pageCount} or less, the number of pages`]);
  }
  if (ctx.services.container !== null) {
    const terms = { ctx, limits: printLimits(ctx, arrivedAt), signal };
    const { png } = await drawPage(terms, { width, page }, bodies(body, print));
    return { report, png, isPage: true };
  }
  await drop(body);
  const picture = await print({ type: 'png', fullPage: report.pageCount <= MAX_JOINED_PAGES });
  return { report, png: await readAll(picture.body), isPage: false };
}

/** A large PDF is a stream. Only the first container can read it, so it is printed again for the next one. */
function bodies(first: PrintedPdf['body'], print: () => Promise<PrintedPdf>) {
  let unread: PrintedPdf['body'] | null = first;
  return async (): Promise<PrintedPdf['body']> => {
    const body = unread ?? (await print()).body;
    unread = body instanceof Uint8Array ? body : null;
    return body;
  };
}

/** A stream holds a page of a browser until it ends. */
async function drop(body: PrintedPdf['body']): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

const readAll = async (body: PrintedPdf['body']): Promise<Uint8Array> =>
  body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());
