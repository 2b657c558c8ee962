import type { Meter } from '@platen/meter';
import { inTurns } from '../../../compose/turns.ts';
import { toProblems, type UnknownFields, UnknownFieldFinder } from '../../../compose/unknown-fields/index.ts';
import { batchRowRequest, batchSettings } from '../../../schema/api/batches.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { BatchSource } from './batch-source.ts';

/** The fields of a batch and of its rows that the API does not have (contract 1.2). */
export class BatchFields {
  readonly #meter: Meter;
  readonly #isStrict: boolean;
  readonly #ofBatch: UnknownFieldFinder;
  readonly #ofRows: UnknownFieldFinder;

  constructor(meter: Meter, isStrict: boolean) {
    this.#meter = meter;
    this.#isStrict = isStrict;
    this.#ofBatch = new UnknownFieldFinder(batchSettings, meter);
    this.#ofRows = new UnknownFieldFinder(batchRowRequest, meter);
  }

  get unknown(): UnknownFields {
    const [batch, rows] = [this.#ofBatch, this.#ofRows];
    return { listed: [...batch.listed, ...rows.listed], more: batch.more || rows.more };
  }

  /** Looks at what is read from the source. */
  async watch(source: BatchSource): Promise<BatchSource> {
    let index = 0;
    await this.#look(this.#ofBatch, source.settings).catch(async (error: unknown) => {
      await source.drain();
      throw error;
    });
    return {
      ...source,
      next: async () => {
        const row = await source.next();
        await this.#look(this.#ofRows, row, `rows[${index}].`);
        index += 1;
        return row;
      },
    };
  }

  /** @throws {ApiError} `VALIDATION_ERROR` */
  async #look(finder: UnknownFieldFinder, value: unknown, path = ''): Promise<void> {
    await inTurns(finder.visit(value, path), this.#meter);
    if (this.#isStrict && finder.listed.length > 0) throw invalidRequest(toProblems(this.unknown));
  }
}
