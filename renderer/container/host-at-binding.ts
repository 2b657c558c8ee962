import type { ContainerNamespace } from './binding.ts';
import type { ContainerFetch, ContainerHost } from './host.ts';

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
