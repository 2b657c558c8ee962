import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { compatibility } from '../../scripts/local/miniflare-options.ts';

/** As large as the PDF of the invoice. */
const FILE_BYTES = 18_700;

/** A Worker that does only what a generation asks of the platform: a credit is reserved, a file is stored, the credit is spent. */
const WORKER = `import { DurableObject } from 'cloudflare:workers';
export class Ledger extends DurableObject {
  note(id, state) {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS credits (id TEXT PRIMARY KEY, state TEXT)');
    this.ctx.storage.sql.exec('INSERT OR REPLACE INTO credits VALUES (?, ?)', id, state);
  }
}
export default {
  async fetch(_request, { LEDGER, FILES }) {
    const id = crypto.randomUUID();
    const ledger = LEDGER.getByName('bench');
    await ledger.note(id, 'reserved');
    const file = new Uint8Array(${FILE_BYTES});
    await FILES.put(id, file);
    await ledger.note(id, 'spent');
    return new Response(file);
  },
};`;

export interface Emulation {
  /** Sends one request, and reads the answer. */
  readonly request: () => Promise<void>;
  close(): Promise<void>;
}

/** Starts the emulated platform without the service. Its time is a part of the service's time here, but not on Cloudflare. */
export async function startEmulation(): Promise<Emulation> {
  const state = await mkdtemp(join(tmpdir(), 'platen-emulation-'));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: state,
      workers: [
        {
          ...(await compatibility()),
          name: 'emulation',
          modules: [{ type: 'ESModule', path: 'worker.mjs', contents: WORKER }],
          durableObjects: { LEDGER: { className: 'Ledger', useSQLite: true } },
          r2Buckets: ['FILES'],
        },
      ],
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  const { href } = await miniflare.ready;
  const agent = new Agent({ keepAlive: true });
  return {
    async request() {
      const sent = request(href, { agent }).end();
      const [response] = await once(sent, 'response');
      const body = await buffer(response);
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${body.toString()}`);
    },
    async close() {
      agent.destroy();
      await miniflare.dispose();
      await rm(state, { recursive: true, force: true });
    },
  };
}
