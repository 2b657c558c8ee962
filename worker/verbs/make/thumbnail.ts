import { NoPageInTime, PrintCancelled, RendererUnavailable } from '@platen/print-engine';
import { callContainer, type ContainerFetch } from '../../../renderer/container/host.ts';
import {
  HEIGHT,
  MAX_PNG_BYTES,
  PAGE,
  PAGE_SHARE,
  TIMEOUT_MS,
  WIDTH,
  WORKSPACE_ID,
} from '../../../renderer/container/protocol.ts';
import { readRefusal } from '../../../renderer/container/read-answer.ts';
import { lateSignal } from '../../../renderer/late.ts';
import { ApiError, featureUnavailable } from '../../lib/api-error.ts';
import type { Thumbnail } from '../../../renderer/renderer.ts';
import type { Container } from '../../choose-renderer.ts';
import type { Ctx } from '../../ctx.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { pdfKey, thumbnailKey } from '../../adapters/r2/keys.ts';
import type { Run } from './production.ts';

/** @throws {ApiError} `FEATURE_UNAVAILABLE`: PDFium runs in the container */
export function requireThumbnails({ services }: Ctx): Container {
  if (services.container !== null) return services.container;
  throw featureUnavailable('thumbnail');
}

type Terms = Pick<Run, 'ctx' | 'limits' | 'memory' | 'phases' | 'signal'>;

interface Wanted {
  readonly file: FileRecord;
  /** In pixels. */
  readonly width: number;
  /** It is null if it is not in memory. A stream can be read once only, so it is read again from storage. */
  readonly body: Uint8Array | null;
  /** By the renderer. */
  readonly drawn: Promise<Thumbnail> | undefined;
  /** Stores the PDF. Returns its record. */
  readonly keep: () => Promise<FileRecord>;
}

/**
 * Stores a PDF and a picture of its first page. When this fails, no write is under way: the caller deletes both.
 * @throws {RenderFailure | ApiError}
 */
export async function withThumbnail(
  terms: Terms,
  { file, width, body, drawn, keep }: Wanted,
): Promise<FileRecord> {
  if (body === null) {
    const kept = await keep();
    const draw = () => drawPage(terms, { width }, () => openStored(terms.ctx, file.fileId));
    return { ...kept, thumbnail: await keepThumbnail(terms, file, draw) };
  }
  const draw = () => drawn ?? drawPage(terms, { width }, () => Promise.resolve(body));
  const [thumbnail, kept] = await Promise.allSettled([keepThumbnail(terms, file, draw), keep()]);
  if (kept.status === 'rejected') throw kept.reason;
  if (thumbnail.status === 'rejected') throw thumbnail.reason;
  return { ...kept.value, thumbnail: thumbnail.value };
}

/** Returns its size in pixels. */
const keepThumbnail = (
  terms: Terms,
  file: FileRecord,
  draw: () => Promise<Thumbnail>,
): Promise<NonNullable<FileRecord['thumbnail']>> =>
  terms.phases.measure('thumbnail', async () => {
    const { png, width, height } = await draw();
    terms.memory.hold(png.byteLength);
    await storeThumbnail(terms.ctx, file, png);
    return { width, height };
  });

async function openStored({ services }: Ctx, fileId: string): Promise<ReadableStream> {
  const stored = await services.fileStore.get(pdfKey(fileId));
  if (stored === null) throw new ApiError('FILE_NOT_FOUND');
  return stored.body;
}

interface WantedPage {
  /** In pixels. */
  readonly width: number;
  /** From 1. Default: 1. */
  readonly page?: number;
}

/** Tries the containers in their order. @throws {RenderFailure | ApiError} */
export async function drawPage(
  terms: Pick<Terms, 'ctx' | 'limits' | 'signal'>,
  wanted: WantedPage,
  open: () => Promise<BodyInit>,
): Promise<Thumbnail> {
  const { host, token } = requireThumbnails(terms.ctx);
  let unavailable = new RendererUnavailable('no container is configured');
  for (const instance of host.instances(terms.limits.workspaceId)) {
    try {
      return await drawAt(instance, token, terms, { ...wanted, body: await open() });
    } catch (error) {
      if (!(error instanceof RendererUnavailable)) throw error;
      unavailable = error;
    }
  }
  throw unavailable;
}

async function drawAt(
  instance: ContainerFetch,
  token: string,
  { limits, signal }: Pick<Terms, 'limits' | 'signal'>,
  { width, page = 1, body }: WantedPage & { readonly body: BodyInit },
): Promise<Thumbnail> {
  const { workspaceId, pageShare = 1, deadline } = limits;
  const timeoutMs = Math.max(0, deadline - Date.now());
  const headers = {
    [WIDTH]: String(width),
    [PAGE]: String(page),
    [WORKSPACE_ID]: workspaceId,
    [PAGE_SHARE]: String(pageShare),
    [TIMEOUT_MS]: String(timeoutMs),
  };
  const late = lateSignal(deadline);
  const init = { method: 'POST', headers, body, signal: AbortSignal.any([late, signal]) };
  try {
    return await readDrawn(await callContainer(instance, token, '/thumbnail', init));
  } catch (error) {
    if (signal.aborted) throw new PrintCancelled('the client hung up');
    throw late.aborted ? new NoPageInTime('the container did not answer in time') : error;
  }
}

async function readDrawn(response: Response): Promise<Thumbnail> {
  if (!response.ok) throw await readRefusal(response);
  const bytes = Number(response.headers.get('Content-Length'));
  if (!(bytes <= MAX_PNG_BYTES)) throw new RendererUnavailable('the thumbnail has no size, or is too large');
  return {
    png: new Uint8Array(await response.arrayBuffer()),
    width: Number(response.headers.get(WIDTH)),
    height: Number(response.headers.get(HEIGHT)),
  };
}

/** Its address has the token of the file, and it ends with the file. */
async function storeThumbnail(
  { services, workspace }: Ctx,
  file: FileRecord,
  png: Uint8Array,
): Promise<void> {
  const { fileId, linkToken, expiresAt } = file;
  await services.fileStore.put(thumbnailKey(fileId), png, png.byteLength, {
    contentType: 'image/png',
    contentDisposition: 'inline; filename="thumbnail.png"',
    custom: { workspaceId: workspace.id, linkToken, expiresAt: String(expiresAt) },
  });
}
