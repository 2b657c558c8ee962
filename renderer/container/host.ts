import { RendererUnavailable } from '@platen/print-engine';

export type ContainerFetch = (path: string, init: RequestInit) => Promise<Response>;

/** A large request stays with the instance that has read its body. */
export interface ContainerHost {
  /** In the order in which to try them. */
  instances(workspaceId: string): readonly ContainerFetch[];
}

export const hostAtUrl = (url: string): ContainerHost => {
  const instance: ContainerFetch = (path, init) => fetch(new URL(path, url), init);
  return { instances: () => [instance] };
};

/** @throws {RendererUnavailable} no answer */
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
