import { RendererUnavailable } from '@platen/print-engine';

/** Sends a request to one renderer: an instance behind a binding, or the server at a URL. */
export type ContainerFetch = (path: string, init: RequestInit) => Promise<Response>;

/** Finds renderers. A large request stays with the instance that has read its body. */
export interface ContainerHost {
  /** In the order in which to try them: the next one if this one is busy. */
  instances(workspaceId: string): readonly ContainerFetch[];
}

/** A renderer or a load balancer at a URL. */
export const hostAtUrl = (url: string): ContainerHost => {
  const instance: ContainerFetch = (path, init) => fetch(new URL(path, url), init);
  return { instances: () => [instance] };
};

/**
 * @param token shared with the renderer
 * @throws {RendererUnavailable} no answer
 */
export async function callContainer(
  instance: ContainerFetch,
  token: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  try {
    return await instance(path, { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RendererUnavailable('the container does not answer', { cause });
  }
}
