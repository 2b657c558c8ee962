import { Container } from '@cloudflare/containers';
import { joinTokens, readTokens } from './tokens.ts';

/** With `RENDERER_TOKEN`, and others of its kind while it changes. */
interface ContainerEnv {
  readonly PRINT_PATH?: string;
}

export type ContainerNamespace = DurableObjectNamespace<PrintContainer>;

/** Its pages reach the internet only through the proxy in the image. */
export class PrintContainer extends Container<ContainerEnv> {
  override defaultPort = 8080;
  override sleepAfter = '10m';
  override enableInternet = true;
  override pingEndpoint = 'renderer/health';
  override envVars = {
    RENDERER_TOKEN: joinTokens(readTokens(this.env)) ?? '',
    PRINT_PATH: this.env.PRINT_PATH ?? 'fast',
  };
}
