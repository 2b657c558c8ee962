import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { prepareLocalBrowser, projectFonts } from '../../scripts/local/local-browser.ts';
import { inProject } from '../../scripts/project.ts';

/** Sets the variables that the processes of the tests inherit. */
export async function prepareEnvironment(): Promise<void> {
  // The fonts of this machine would change where lines break.
  Object.assign(process.env, await projectFonts());

  // Before Miniflare looks for a Chrome: without this it would try to download one.
  Object.assign(process.env, (await prepareLocalBrowser()).env);

  // Otherwise Wrangler says for each file of `worker` which secrets it has read.
  process.env.WRANGLER_LOG ??= 'warn';
  // Otherwise it asks a server for each file's `request.cf`, and warns if there is no network.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false';

  // Tests start Node some hundred times. It then takes compiled code from here: Wrangler starts in two thirds of the time.
  process.env.NODE_COMPILE_CACHE ??= inProject('dist/compile-cache');

  // The tests of `worker` get megabytes of modules for each isolate through a WebSocket. Without its offer, nothing is compressed.
  subscribe('http.client.request.created', (message) => {
    const isRequest = message instanceof Object && 'request' in message;
    if (isRequest && message.request instanceof ClientRequest) {
      message.request.removeHeader('Sec-WebSocket-Extensions');
    }
  });
}
