import { type ByteSource, inMemory } from '@platen/pdf';
import { newId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { openObject } from '../files/kept-pdfs.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { pdfKey } from '../../adapters/r2/keys.ts';
import type { ObjectBody } from '../../adapters/r2/object-store.ts';

/** One request keeps this much in memory. */
const MEMORY_BYTES = 2_000_000;

const PDF = { contentType: 'application/pdf' };

/**
 * PDFs that a request needs until it ends. Small ones are in memory, others in R2 without an address. The ledger knows them
 * before they exist, so that its alarm deletes them after a crash (decision 39).
 */
export class Scratch {
  readonly #ctx: Ctx;
  readonly #leadId: string;
  readonly #keys: string[] = [];
  #bytes = 0;

  /** @param leadId the file that the reservation is for */
  constructor(ctx: Ctx, leadId: string) {
    this.#ctx = ctx;
    this.#leadId = leadId;
  }

  /** Reads the pieces to their end. */
  async keep(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
    const iterator = pieces[Symbol.asyncIterator]();
    const head: Uint8Array[] = [];
    for (let bytes = 0; this.#bytes + bytes <= MEMORY_BYTES;) {
      const { done, value } = await iterator.next();
      if (done) {
        this.#bytes += bytes;
        return inMemory(join(head, bytes));
      }
      head.push(value);
      bytes += value.byteLength;
    }
    const { fileStore } = this.#ctx.services;
    const key = await this.#reserve();
    return openObject(fileStore, key, await fileStore.putUnsized(key, resume(head, iterator), PDF));
  }

  keepBody(body: ObjectBody): Promise<ByteSource> {
    return this.keep(body instanceof Uint8Array ? inOne(body) : body);
  }

  /** Never throws: the ledger's alarm does the same. */
  async clear(): Promise<void> {
    if (this.#keys.length === 0) return;
    try {
      await this.#ctx.services.fileStore.delete(this.#keys);
    } catch (error) {
      console.error(JSON.stringify({ event: 'scratch_not_deleted', cause: String(error) }));
    }
  }

  async #reserve(): Promise<string> {
    const { ledger, workspace } = this.#ctx;
    const scratchId = newId('file');
    const growth = { leadId: this.#leadId, fileIds: [], scratchIds: [scratchId] };
    const refused = await ledger.growReservation(growth, workspace.plan);
    if (refused !== null) throw refusalError(refused);
    const key = pdfKey(scratchId);
    this.#keys.push(key);
    return key;
  }
}

function join(pieces: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let filled = 0;
  for (const piece of pieces) {
    whole.set(piece, filled);
    filled += piece.byteLength;
  }
  return whole;
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* resume(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* head;
  try {
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
