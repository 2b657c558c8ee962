import { Connection, RendererUnavailable } from '@platen/print-engine';

export interface BrowserRunBinding {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Browser Run ends a session that is idle for this long. Ten minutes is its maximum. */
const KEEP_ALIVE_MS = 600_000;

/** The binding ignores the host. */
const ENDPOINT = 'https://browser.run/v1/devtools/browser';

/** Status 429: too many browsers or launches. 503: no browser is available. */
export class BrowserRunRefused extends RendererUnavailable {
  override readonly name = 'BrowserRunRefused';
  readonly status: number;

  constructor(status: number, text: string) {
    super(`Browser Run answered ${status}: ${text.slice(0, 200)}`);
    this.status = status;
  }
}

export interface BrowserRunSession {
  readonly sessionId: string;
  readonly connection: Connection;
}

/** Uses the protocol of `@cloudflare/puppeteer` 1.4 with fewer round trips. @throws {BrowserRunRefused} */
export async function launchSession(binding: BrowserRunBinding): Promise<BrowserRunSession> {
  const launch = await binding.fetch(`${ENDPOINT}?keep_alive=${KEEP_ALIVE_MS}`, { method: 'POST' });
  if (!launch.ok) throw new BrowserRunRefused(launch.status, await launch.text());
  const { sessionId } = await launch.json<{ sessionId: string }>();
  try {
    return { sessionId, connection: await connect(binding, sessionId) };
  } catch (error) {
    await endSession(binding, sessionId);
    throw error;
  }
}

async function connect(binding: BrowserRunBinding, sessionId: string): Promise<Connection> {
  const response = await binding.fetch(`${ENDPOINT}/${sessionId}`, { headers: { Upgrade: 'websocket' } });
  if (!response.webSocket) throw new BrowserRunRefused(response.status, await response.text());
  response.webSocket.accept();
  return new Connection(response.webSocket);
}

/** Never throws: the session may have ended already. */
export async function endSession(binding: BrowserRunBinding, sessionId: string): Promise<void> {
  try {
    const response = await binding.fetch(`${ENDPOINT}/${sessionId}`, { method: 'DELETE' });
    await response.body?.cancel();
  } catch {
    // Browser Run ends idle sessions.
  }
}
