import { Container } from '@cloudflare/containers';

export interface ContainerEnv {
  readonly RENDERER_TOKEN?: string;
}

export type ContainerNamespace = DurableObjectNamespace<PrintContainer>;

/** Its pages reach the internet only through the proxy in the image. */
export class PrintContainer extends Container<ContainerEnv> {
  override defaultPort = 8080;
  override sleepAfter = '10m';
  override enableInternet = true;
  override pingEndpoint = 'renderer/health';
  override envVars = { RENDERER_TOKEN: this.env.RENDERER_TOKEN ?? '' };
}
