import type { Meter } from '@platen/meter';
import { JsonValueCounter } from '../../../compose/json-values.ts';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import { notJson, NOT_UTF8 } from '../../../schema/api/body-problems.ts';
import { MAX_ROW_BYTES } from '../../../schema/batches.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type ReadingMeans, readJson } from '../../lib/memory/read-json.ts';
import { LineReader, TooLong } from './line-reader.ts';

/** A parsed row takes memory for each of its values. */
const MAX_ROW_VALUES = 50_000;

/** A line is decoded, its values are counted, and it is parsed. */
const WORK_PER_BYTE = 3;
const WORK_PER_VALUE = 20;

/** One row with its text, and a part of the stored rows. Measured as for bodies. */
const ROW_SIZE = { bytes: MAX_ROW_BYTES, values: MAX_ROW_VALUES };

/** The settings of a batch, and its rows one by one. */
export interface BatchSource {
  readonly settings: unknown;
  /** Returns null after the last row. @throws {ApiError} `VALIDATION_ERROR` */
  next(): Promise<unknown>;
  /** Reads the rest of a body that is refused. */
  drain(): Promise<void>;
}

/** @throws {ApiError} `VALIDATION_ERROR`, `SERVICE_BUSY`, `REQUEST_TIMEOUT` */
export async function openJsonSource(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  means: ReadingMeans,
): Promise<BatchSource> {
  const limit = Math.min(maxBytes, EDGE_MAX_BYTES);
  const tooLarge = `${tooLargeBody(limit)}${limit < maxBytes ? '. Use application/x-ndjson for a larger batch' : ''}`;
  const json = await readJson(body, { maxBytes: limit, tooLarge }, means);
  const { rows, ...settings }: Record<string, unknown> = isJsonObject(json) ? json : {};
  if (!Array.isArray(rows)) throw invalidRequest(['rows: must be an array']);
  const values: readonly unknown[] = rows;
  let at = 0;
  return {
    settings,
    next: async () => {
      const row = values[at];
      if (row === null) throw invalidRequest([`rows[${at}]: must be an object`]);
      at += 1;
      return row ?? null;
    },
    drain: async () => {},
  };
}

/** The isolate holds one row at a time. @throws {ApiError} `VALIDATION_ERROR`, `SERVICE_BUSY`, `REQUEST_TIMEOUT` */
export async function openNdjsonSource(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  { memory, meter }: ReadingMeans,
): Promise<BatchSource> {
  await memory.process(ROW_SIZE);
  const reader = new LineReader(body, { maxBytes, maxLineBytes: MAX_ROW_BYTES }, meter);
  let index = -1;
  const next = async (): Promise<unknown> => {
    const place = index === -1 ? 'the first line' : `rows[${index}]`;
    const line = await reader.next().catch((error: unknown) => {
      if (!(error instanceof TooLong)) throw error;
      throw invalidRequest([
        error.of === 'body' ? tooLargeBody(maxBytes) : `${place}: is larger than ${MAX_ROW_BYTES} bytes`,
      ]);
    });
    if (line === null) return null;
    index += 1;
    return parseLine(line, place, meter);
  };
  try {
    const settings = await next();
    return { settings, next, drain: () => reader.drain() };
  } catch (error) {
    await reader.drain();
    throw error;
  }
}

function parseLine(line: Uint8Array, place: string, meter: Meter): unknown {
  const text = decode(line, place);
  const values = new JsonValueCounter().add(line);
  meter.charge(WORK_PER_BYTE * line.byteLength + WORK_PER_VALUE * values);
  if (values > MAX_ROW_VALUES) {
    throw invalidRequest([`${place}: has more than ${MAX_ROW_VALUES} JSON values`]);
  }
  const value = parse(text, place);
  if (!isJsonObject(value)) throw invalidRequest([`${place}: must be an object`]);
  return value;
}

function decode(line: Uint8Array, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(line);
  } catch {
    throw invalidRequest([`${place}: ${NOT_UTF8.replace('body: ', '')}`]);
  }
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is one line of many, so its own number of a line is always 1.
    const problem = notJson(text).replace('body: ', '').replace(' in request body, line 1,', ',');
    throw invalidRequest([`${place}: ${problem}`]);
  }
}

const tooLargeBody = (maxBytes: number): string => `body: is larger than ${maxBytes} bytes`;
