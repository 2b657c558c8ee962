/**
 * `browser-run` leaves large requests to a container, if one is configured. With `browser-run,container`, the container
 * also prints requests for which Browser Run has no browser. `browser-run-only` uses no container.
 */
export const RENDERERS = ['browser-run', 'container', 'browser-run,container', 'browser-run-only'] as const;
