import { readConfiguration } from '../../renderer/container/image/configuration.ts';
import {
  type RendererOptions,
  type RunningRenderer,
  startRenderer,
} from '../../renderer/container/image/renderer-server.ts';
import { prepareLocalBrowser } from './local-browser.ts';
import { localSecrets } from './local-secrets.ts';

export interface LocalRenderer extends RunningRenderer {
  readonly url: string;
  readonly token: string;
}

/** Starts the container's renderer without its image. @param port 0 picks a free port */
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
  // `prepareLocalBrowser` has written the printing flags into the start script.
  const renderer = await startRenderer({ ...configuration, flags: [], ...options });
  return { ...renderer, url: `http://127.0.0.1:${renderer.port}`, token };
}
