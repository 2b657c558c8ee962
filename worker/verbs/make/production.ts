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
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { FilePart, FileRecord, Usage } from '../../objects/ledger/protocol.ts';
import type { ReportKeeping } from '../files/kept-report.ts';
import type { Scratch } from './scratch.ts';

/** A person who uses the dashboard takes the place of a live key. */
export interface KeyOfRequest {
  readonly id: string;
  readonly environment: Environment;
}

/** Who wants the files, and until when. */
export interface Means {
  readonly key: KeyOfRequest;
  /** When the plan's timeout starts, in epoch milliseconds. */
  readonly startedAt: number;
  readonly phases: Phases;
  /** Aborts when the client hangs up, or the job is canceled. Until the PDF is printed, this ends the work. */
  readonly signal: AbortSignal;
  /** Runs work that the client does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** What is to be made. */
export interface Product {
  /** In pixels. Null if no thumbnail is wanted. */
  readonly thumbnailWidth: number | null;
  /** The file is the client's own. It spends no credit. Default: false. */
  readonly isUpload?: boolean;
  /** The request's, as JSON. */
  readonly meta: string | null;
  /** In this isolate. */
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

/** What the steps of a production share. */
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
  /** If a container composed it. */
  readonly composeMs?: number;
}

export interface Made {
  /** One, or all files of a split. */
  readonly outputs: readonly Output[];
  /** Null if the request wants none. Called when the files are stored, with the milliseconds of each step. */
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
  /** Null for a file that was not printed from a saved template. */
  readonly template: FileRecord['template'];
  /** In the file that was split. Null if this is the only file. */
  readonly pages: string | null;
  /** Called when its turn comes. */
  readonly open: () => SizedPdf | AsyncIterable<Uint8Array>;
  /** Drawn by the renderer. */
  readonly thumbnail?: Promise<Thumbnail> | undefined;
  /** Stored beside the file. Default: none. */
  readonly eInvoice?: ComposedInvoice | null;
}

/** Otherwise the size shows when the PDF ends. */
export interface SizedPdf {
  readonly body: ObjectBody;
  readonly sizeBytes: number;
}

export interface Produced {
  /** The first one. */
  readonly file: FileRecord;
  /** The bytes of the first file. Null for a replay, a large file or a file that is not in memory. */
  readonly bytes: Uint8Array | null;
  /** All files of a split. Empty for a request that makes one. */
  readonly parts: readonly FilePart[];
  readonly usage: Usage;
  /** From an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** Null for a replay, and if the request wants none. */
  readonly report: Report | null;
  /** See `PrintedPdf`. */
  readonly isCrowded: boolean;
}
