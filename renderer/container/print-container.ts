import { Container } from '@cloudflare/containers';

export interface ContainerEnv {
  readonly RENDERER_TOKEN?: string;
}

export type ContainerNamespace = DurableObjectNamespace<PrintContainer>;

/** The renderer's image as a Cloudflare Container. Its browser reaches the internet only through the image's proxy. */
export class PrintContainer extends Container<ContainerEnv> {
  override defaultPort = 8080;
  override sleepAfter = '10m';
  override enableInternet = true;
  override pingEndpoint = 'renderer/health';
  override envVars = { RENDERER_TOKEN: this.env.RENDERER_TOKEN ?? '' };
}
