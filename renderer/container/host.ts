import { RendererUnavailable } from '../renderer.ts';
import type { ContainerNamespace } from './binding.ts';

/** One renderer of the container's image: an instance behind a binding, or whatever answers at a URL. */
export type ContainerFetch = (path: string, init: RequestInit) => Promise<Response>;

/** Where renderers are. A large request stays with the instance that has read its body. */
export interface ContainerHost {
  /** In the order in which they are to be asked: the next one is for when this one is busy. */
  instances(workspaceId: string): readonly ContainerFetch[];
}

/** Instances that print; `max_instances` in `wrangler.toml` is the same number. */
const INSTANCES = 5;

/** The instances behind a binding. A workspace's jobs begin at the same one, where its page may be open. */
export const hostAtBinding = (containers: ContainerNamespace): ContainerHost => ({
  instances(workspaceId) {
    const first = spread(workspaceId);
    return Array.from({ length: INSTANCES }, (_, step): ContainerFetch => {
      const name = `renderer-${(first + step) % INSTANCES}`;
      return (path, init) => containers.getByName(name).fetch(new URL(path, 'http://renderer'), init);
    });
  },
});

const spread = (text: string): number =>
  Array.from(text).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 0);

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
