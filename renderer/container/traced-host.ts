import { type TraceContext, traceHeaders } from '../../schema/trace-context.ts';
import type { ContainerHost } from './host.ts';

/** Each request to the container has the `traceparent` of the work that it is for. */
export const tracedHost = (host: ContainerHost, trace: TraceContext): ContainerHost => ({
  instances: (workspaceId) =>
    host.instances(workspaceId).map((instance) => (path, init) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(traceHeaders(trace))) headers.set(name, value);
      return instance(path, { ...init, headers });
    }),
});
