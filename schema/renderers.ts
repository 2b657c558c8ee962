/** The ways to print; of two, the second prints what the first has no browser for, and large requests. */
export const RENDERERS = ['browser-run', 'container', 'browser-run,container'] as const;
