import { Connection, RendererUnavailable, withTimeout } from '@platen/print-engine';

export interface BrowserRunBinding {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Browser Run ends a session that is idle for this long. Ten minutes is its maximum. */
const KEEP_ALIVE_MS = 600_000;

/** The binding ignores the host. */
const ORIGIN = 'https://browser.run';
const ENDPOINT = `${ORIGIN}/v1/devtools/browser`;

const CONNECT_MS = 5_000;

/** A launch takes two to four seconds. */
const LAUNCH_MS = 30_000;

/** Status 429: too many browsers or launches. 503: no browser is available. */
export class BrowserRunRefused extends RendererUnavailable {
  override readonly name = 'BrowserRunRefused';
  readonly status: number;
  /** It is null if Browser Run did not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, text: string, retryAfterMs: number | null = null) {
    super(`Browser Run answered ${status}: ${text.slice(0, 200)}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface BrowserRunLimits {
  /** It is null if Browser Run did not say. */
  readonly activeSessions: number | null;
  readonly maxConcurrentSessions: number;
  readonly allowedBrowserAcquisitions: number;
  /** Milliseconds. */
  readonly timeUntilNextAllowedBrowserAcquisition: number;
}

/** Returns null if the limits are not known. Then a launch finds out. */
export async function readLimits(binding: BrowserRunBinding): Promise<BrowserRunLimits | null> {
  try {
    const response = await inTime(binding.fetch(`${ORIGIN}/v1/limits`), CONNECT_MS);
    if (!response.ok) return null;
    const limits = await response.json<
      Partial<Omit<BrowserRunLimits, 'activeSessions'>> & { activeSessions?: unknown }
    >();
    const { activeSessions } = limits;
    return {
      activeSessions: Array.isArray(activeSessions) ? activeSessions.length : null,
      maxConcurrentSessions: limits.maxConcurrentSessions ?? Number.POSITIVE_INFINITY,
      allowedBrowserAcquisitions: limits.allowedBrowserAcquisitions ?? 1,
      timeUntilNextAllowedBrowserAcquisition: limits.timeUntilNextAllowedBrowserAcquisition ?? 0,
    };
  } catch {
    return null;
  }
}

/** @returns the id of a new session @throws {BrowserRunRefused} */
export async function acquireSession(binding: BrowserRunBinding, country: string | null): Promise<string> {
  const launch = (location: string) =>
    inTime(
      binding.fetch(`${ENDPOINT}?keep_alive=${KEEP_ALIVE_MS}${location}`, { method: 'POST' }),
      LAUNCH_MS,
    );
  let response = await launch(country === null ? '' : `&location=${country}`);
  // The place is a wish: a browser somewhere else is better than none.
  if (country !== null && isAboutThePlace(response.status)) {
    await response.body?.cancel();
    response = await launch('');
  }
  if (!response.ok) throw new BrowserRunRefused(response.status, await response.text());
  const { sessionId } = await response.json<{ sessionId: string }>();
  return sessionId;
}

const isAboutThePlace = (status: number): boolean => status === 400 || status === 404 || status === 422;

/** @throws {BrowserRunRefused} the session has ended, or has another connection */
export async function connectSession(binding: BrowserRunBinding, sessionId: string): Promise<Connection> {
  const connecting = binding.fetch(`${ENDPOINT}/${sessionId}`, { headers: { Upgrade: 'websocket' } });
  const response = await inTime(connecting, CONNECT_MS);
  if (!response.webSocket) throw new BrowserRunRefused(response.status, await response.text());
  response.webSocket.accept();
  const connection = new Connection(response.webSocket);
  await connection.send('Browser.getVersion', {}, CONNECT_MS);
  return connection;
}

/** @throws {BrowserRunRefused} no answer in time */
const inTime = (answer: Promise<Response>, timeoutMs: number): Promise<Response> =>
  withTimeout(answer, timeoutMs, () => {
    throw new BrowserRunRefused(504, 'no answer in time');
  });

/** Never throws: the session may have ended already. */
export async function endSession(binding: BrowserRunBinding, sessionId: string): Promise<void> {
  try {
    const response = await binding.fetch(`${ENDPOINT}/${sessionId}`, { method: 'DELETE' });
    await response.body?.cancel();
  } catch {
    // Browser Run ends idle sessions.
  }
}
