import type { RenderWarning } from '@platen/pdf';
import type { PrintLimits } from '@platen/print-engine';
import type { ComposedInvoice } from '../../../compose/e-invoice/compose-e-invoice.ts';
import type { FileMethod } from '../../../schema/api/sources.ts';
import type { Report } from '../../../schema/api/report.ts';
import type { MediaType } from '../../../schema/media-types.ts';
import type { Environment } from '../../../schema/permissions.ts';
import type { PrintedPdf, Thumbnail } from '../../../renderer/renderer.ts';
import type { ObjectBody } from '../../adapters/r2/object-store.ts';
import type { Phases } from '../../adapters/tracing/phases.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestTime } from '../../lib/request-meter.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { Excerpt, FileRecord, Usage } from '../../objects/ledger/protocol.ts';
import type { ReportKeeping } from '../files/kept-report.ts';
import type { Scratch } from './scratch.ts';

/** The key of a request. For a person who uses the dashboard, it is like a live key. */
export interface KeyOfRequest {
  readonly id: string;
  readonly environment: Environment;
}

/** The key that the files are for, and the time and the tools of the request. */
export interface Means extends RequestTime {
  readonly key: KeyOfRequest;
  readonly phases: Phases;
  /** Runs work that the client does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** The files that a request asks for, and the way to make them. */
export interface Product {
  /** The width of the thumbnail in pixels. It is null if no thumbnail is wanted. */
  readonly thumbnailWidth: number | null;
  /** The file is the client's own. It spends no credit. Default: false. */
  readonly isUpload?: boolean;
  /** See `ReservationRequest`. Default: false. */
  readonly creditsLater?: boolean;
  /** The `meta` of the request, as JSON. */
  readonly meta: string | null;
  /** The memory of this isolate that the request holds. */
  readonly memory: RequestMemory;
  /** @throws {ApiError | TemplateError | InvalidComposition | RenderFailure} */
  make(run: Run): Promise<Made>;
}

export interface Production extends Means, Product {
  /** Other prints come first (decision 36). */
  readonly isBackground?: boolean;
  /** A job keeps its report, because it is read later. */
  readonly reportKeeping?: ReportKeeping;
}

/** One run of a production. Its steps share this. */
export interface Run extends Means {
  readonly ctx: Ctx;
  /** The first file, whose credit is reserved. */
  readonly fileId: string;
  readonly limits: PrintLimits;
  readonly memory: RequestMemory;
  readonly meta: string | null;
  readonly scratch: Scratch;
  readonly templatesVersion: number;
}

/** A document that was composed and printed. */
export interface PrintedDocument {
  readonly pdf: PrintedPdf;
  /** With the extension of the media type. */
  readonly filename: string;
  readonly mediaType: MediaType;
  /** See `Composition`. */
  readonly eInvoice: ComposedInvoice | null;
  /** The time that a container needed to compose it. It is absent if this isolate composed it. */
  readonly composeMs?: number;
}

export interface Made {
  /** One file, or all files of a split. */
  readonly outputs: readonly Output[];
  /** What the pages do not show of their electronic invoice. */
  readonly differences?: readonly RenderWarning[];
  /** Returns null if the request wants none. Called when the files are stored, with the milliseconds of each step. */
  readonly report: ((phases: Readonly<Record<string, number>>) => Report) | null;
  /** See `PrintedPdf`. */
  readonly isCrowded?: boolean;
}

/** A file to store. */
export interface Output {
  /** With the extension of the media type. */
  readonly filename: string;
  readonly mediaType: MediaType;
  readonly method: FileMethod;
  /** It is null for a file that was not printed from a saved template. */
  readonly template: FileRecord['template'];
  /** The pages of the file that was split, such as `4-6`. It is null if this is the only file. */
  readonly pages: string | null;
  /** Opens the content. It is called when the file is stored, one file after the other. */
  readonly open: () => SizedPdf | AsyncIterable<Uint8Array>;
  /** Drawn by the renderer. */
  readonly thumbnail?: Promise<Thumbnail> | undefined;
  /** Stored beside the file. Default: none. */
  readonly eInvoice?: ComposedInvoice | null;
}

/** A PDF whose size is known. Without it, the size is known when the PDF ends. */
export interface SizedPdf {
  readonly body: ObjectBody;
  readonly sizeBytes: number;
}

export interface Produced {
  /** The record of the first file. */
  readonly file: FileRecord;
  /** The bytes of the first file. It is null for a replay, a large file or a file that is not in memory. */
  readonly bytes: Uint8Array | null;
  /** All files of a split. Empty for a request that makes one. */
  readonly excerpts: readonly Excerpt[];
  readonly usage: Usage;
  /** The answer is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** See `Made`. */
  readonly differences: readonly RenderWarning[];
  /** It is null for a replay, and if the request wants none. */
  readonly report: Report | null;
  /** See `PrintedPdf`. */
  readonly isCrowded: boolean;
}
