import { browserRunModule } from './local-browser-run.ts';
import { migrationsModule } from './local-database.ts';

/** The entrypoint of the Worker that takes the requests. */
export const LOCAL_ENTRYPOINT = 'local';

/**
 * The main module of a local service. Miniflare sends each request through three workers of its own before ours. They route
 * between workers, look for static files and make pages of errors. Nothing of it is needed here, and it takes longer than the
 * Worker's own routing. So a socket leads to an entrypoint of our Worker, which adds the address of the client as Cloudflare
 * does.
 * @param worker the file of the Worker, in the same folder
 */
export const localMainModule = (worker: string): string => `
import worker, * as exported from './${worker}';
export * from './${worker}';
export default worker;

function withAddress(request) {
  const [, address] = /^\\[?(.+?)\\]?:\\d+$/.exec(request.cf?.clientIp ?? '') ?? [];
  if (address === undefined || request.headers.has('CF-Connecting-IP')) return request;
  const addressed = new Request(request);
  addressed.headers.set('CF-Connecting-IP', address);
  return addressed;
}

export const ${LOCAL_ENTRYPOINT} = {
  fetch(request, env, ctx) {
    return worker.fetch(withAddress(request), env, ctx);
  },
};
${browserRunModule('exported')}
${migrationsModule()}`;
