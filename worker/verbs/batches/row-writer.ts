import { batchRowsKey } from '../../adapters/r2/keys.ts';
import type { ObjectMetadata, ObjectStore } from '../../adapters/r2/object-store.ts';
import { SEALED } from '../../adapters/secrets/sealed-bytes.ts';
import type { RowPlace } from '../../objects/batch/protocol.ts';

/** R2 needs the size of an object in advance, so rows are stored in chunks (decision 33). */
const CHUNK_BYTES = 2_000_000;

const NEWLINE = new Uint8Array([0x0a]);

/** Stores rows one after the other, and holds one chunk. */
export class RowWriter {
  readonly #store: ObjectStore;
  readonly #batchId: string;
  readonly #metadata: ObjectMetadata;
  #chunk = 0;
  #texts: Uint8Array[] = [];
  #bytes = 0;

  /** @param sealedWith the id of the key with which the rows are sealed, or null */
  constructor(store: ObjectStore, batchId: string, sealedWith: string | null) {
    this.#store = store;
    this.#batchId = batchId;
    this.#metadata = {
      contentType: 'application/x-ndjson',
      ...(sealedWith === null ? {} : { custom: { [SEALED]: sealedWith } }),
    };
  }

  async write(text: Uint8Array): Promise<RowPlace> {
    if (this.#bytes > 0 && this.#bytes + text.byteLength > CHUNK_BYTES) await this.flush();
    const place = { chunk: this.#chunk, offset: this.#bytes, length: text.byteLength };
    this.#texts.push(text, NEWLINE);
    this.#bytes += text.byteLength + NEWLINE.byteLength;
    return place;
  }

  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const body = new Uint8Array(this.#bytes);
    let at = 0;
    for (const text of this.#texts) {
      body.set(text, at);
      at += text.byteLength;
    }
    this.#texts = [];
    this.#bytes = 0;
    const key = batchRowsKey(this.#batchId, this.#chunk);
    this.#chunk += 1;
    await this.#store.put(key, body, body.byteLength, this.#metadata);
  }
}
