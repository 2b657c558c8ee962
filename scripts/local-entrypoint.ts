import { browserRunModule } from './local-browser-run.ts';
import { migrationsModule } from './local-database.ts';

/** The entrypoint of the Worker that takes the requests. */
export const LOCAL_ENTRYPOINT = 'local';

/** How often the bucket of files gets a request. workerd evicts it ten seconds after the last one. */
const TICK_MS = 5_000;

/**
 * The main module of a local service. Miniflare sends each request through three workers of its own before ours. They route
 * between workers, look for static files and make pages of errors. Nothing of it is needed here, and it takes longer than the
 * Worker's own routing. So a socket leads to an entrypoint of our Worker, which adds the address of the client as Cloudflare
 * does, and keeps the emulated R2 awake for as long as the ledgers (design note 69).
 * @param worker the file of the Worker, in the same folder
 */
export const localMainModule = (worker: string): string => `
import worker, * as exported from './${worker}';
export * from './${worker}';
export default worker;

let awakeUntil = 0;
let tickedAt = 0;

async function stayAwake(bucket) {
  while (Date.now() < awakeUntil) {
    tickedAt = Date.now();
    await scheduler.wait(${TICK_MS});
    await bucket.head('awake').catch(() => {});
  }
  tickedAt = 0;
}

function keepAwake({ FILES, LEDGER_AWAKE_SECONDS }, ctx) {
  awakeUntil = Date.now() + 1_000 * LEDGER_AWAKE_SECONDS;
  // Not a flag: the runtime may end the work of the request that keeps the bucket awake.
  const isAwake = Date.now() < tickedAt + ${2 * TICK_MS};
  if (!isAwake) ctx.waitUntil(stayAwake(FILES));
}

function withAddress(request) {
  const [, address] = /^\\[?(.+?)\\]?:\\d+$/.exec(request.cf?.clientIp ?? '') ?? [];
  if (address === undefined || request.headers.has('CF-Connecting-IP')) return request;
  const addressed = new Request(request);
  addressed.headers.set('CF-Connecting-IP', address);
  return addressed;
}

export const ${LOCAL_ENTRYPOINT} = {
  fetch(request, env, ctx) {
    keepAwake(env, ctx);
    return worker.fetch(withAddress(request), env, ctx);
  },
};
${browserRunModule('exported')}
${migrationsModule()}`;
