/** The renderers. With two of them, the second one takes large requests, and all others if the first has no browser. */
export const RENDERERS = ['browser-run', 'container', 'browser-run,container'] as const;
