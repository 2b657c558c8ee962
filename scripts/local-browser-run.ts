/**
 * A part of the main module of a local service. A Durable Object of Miniflare passes on each DevTools message. Here the
 * broker connects to Chromium itself. Miniflare still starts and ends the browser (decision 60).
 * @param worker the name under which the main module imports the Worker
 */
export const browserRunModule = (worker: string): string => `
function directBrowserRun(binding) {
  return {
    async fetch(url, init) {
      if (!new Headers(init?.headers).has('Upgrade')) return binding.fetch(url, init);
      const version = await binding.fetch(\`\${url}/json/version\`);
      if (!version.ok) return version;
      const { webSocketDebuggerUrl } = await version.json();
      return fetch(webSocketDebuggerUrl.replace('ws:', 'http:'), init);
    },
  };
}

export class BrowserBroker extends ${worker}.BrowserBroker {
  constructor(ctx, env) {
    super(ctx, { ...env, BROWSER: directBrowserRun(env.BROWSER) });
  }
}`;
