/** Of two, the second prints large requests, and any request for which the first has no browser. */
export const RENDERERS = ['browser-run', 'container', 'browser-run,container'] as const;
