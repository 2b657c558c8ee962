import { RendererUnavailable } from '../renderer.ts';

/** One renderer of the container's image: an instance behind a binding, or whatever answers at a URL. */
export type ContainerFetch = (path: string, init: RequestInit) => Promise<Response>;

/** Where renderers are. A large request stays with the instance that has read its body. */
export interface ContainerHost {
  /** In the order in which they are to be asked: the next one is for when this one is busy. */
  instances(workspaceId: string): readonly ContainerFetch[];
}

/** A renderer, or something that spreads connections over several, at an address. */
export const hostAtUrl = (url: string): ContainerHost => {
  const at: ContainerFetch = (path, init) => fetch(new URL(path, url), init);
  return { instances: () => [at] };
};

/**
 * @param token shared with the renderer
 * @throws {RendererUnavailable} nobody answers
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
