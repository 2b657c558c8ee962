import { readConfiguration } from '../renderer/container/image/configuration.ts';
import {
  type RendererOptions,
  type RunningRenderer,
  startRenderer,
} from '../renderer/container/image/renderer-server.ts';
import { prepareLocalBrowser } from './local-browser.ts';
import { localSecrets } from './local-secrets.ts';

/** A renderer of this process, on loopback, with the Chromium of this machine. */
export interface LocalRenderer extends RunningRenderer {
  /** Without a trailing slash: `http://127.0.0.1:8788`. */
  readonly url: string;
  readonly token: string;
}

/**
 * Starts what the container's image runs, without the image.
 *
 * @param port 0 picks a free port
 * @throws {Error} it does not start, with what to do about it
 */
export async function startLocalRenderer(
  port: number,
  options: Partial<RendererOptions> = {},
): Promise<LocalRenderer> {
  const { executablePath } = await prepareLocalBrowser();
  const token = localSecrets().rendererToken;
  const configuration = readConfiguration({
    HOST: '127.0.0.1',
    CHROMIUM: executablePath,
    ...process.env,
    RENDERER_TOKEN: token,
    PORT: String(port),
  });
  // The printing flags are in the starter that `prepareLocalBrowser` has written.
  const renderer = await startRenderer({ ...configuration, flags: [], ...options });
  return { ...renderer, url: `http://127.0.0.1:${renderer.port}`, token };
}
