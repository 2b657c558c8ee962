import type { Meter } from '@platen/meter';
import { InvalidBody, readBodyText } from '../../../compose/body-text.ts';
import { EDGE_MAX_VALUES } from '../../../compose/json-values.ts';
import { notJson, tooManyValues } from '../../../schema/api/body-problems.ts';
import { invalidRequest } from '../api-error.ts';
import type { BodySize, RequestMemory } from './request-memory.ts';

export interface JsonLimits {
  readonly maxBytes: number;
  /** The problem of a larger body. */
  readonly tooLarge: string;
}

/** The memory and the work that a request may use. */
export interface ReadingMeans {
  readonly memory: RequestMemory;
  readonly meter: Meter;
}

/** A value is as much work as this many bytes. */
const VALUE_WORK = 20;

/**
 * Reads and parses a body, with memory for it (decision 21).
 *
 * @throws {ApiError} `VALIDATION_ERROR`, `SERVICE_BUSY`
 */
export async function readJson(
  stream: AsyncIterable<Uint8Array>,
  { maxBytes, tooLarge }: JsonLimits,
  { memory, meter }: ReadingMeans,
): Promise<unknown> {
  let size: BodySize = { bytes: 0, values: 0 };
  try {
    const text = await readBodyText(stream, meter, async (progress) => {
      size = progress;
      const isTooLarge = size.bytes > maxBytes;
      if (!isTooLarge && size.values <= EDGE_MAX_VALUES) return memory.receive(progress.pieceBytes);
      // The rest is read and dropped.
      memory.release();
      return new InvalidBody([isTooLarge ? tooLarge : tooManyValues(EDGE_MAX_VALUES)]);
    });
    await memory.process(size);
    meter.charge(size.bytes + VALUE_WORK * size.values);
    await meter.pause();
    return parse(text);
  } catch (error) {
    if (error instanceof InvalidBody) throw invalidRequest(error.details);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidBody([notJson(text)]);
  }
}
