import { hashWorkspace } from '../hash-workspace.ts';
import type { ContainerNamespace } from './print-container.ts';
import type { ContainerFetch, ContainerHost } from './host.ts';

/** The same number as `max_instances` in `wrangler.toml`. */
const INSTANCES = 5;

/** A workspace's jobs start at the same instance, which may still have a page open for it. */
export const hostAtBinding = (containers: ContainerNamespace): ContainerHost => ({
  instances(workspaceId) {
    const first = hashWorkspace(workspaceId);
    return Array.from({ length: INSTANCES }, (_, step): ContainerFetch => {
      const name = `renderer-${(first + step) % INSTANCES}`;
      return (path, init) => containers.getByName(name).fetch(new URL(path, 'http://renderer'), init);
    });
  },
});
