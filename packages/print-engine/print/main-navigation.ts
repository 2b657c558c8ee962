import type { Protocol } from '../devtools/protocol.ts';
import type { PrintPage } from '../pages/print-page.ts';
import type { PageAddress } from '@platen/pdf';

const MAX_REDIRECTS = 10;
const MAX_ADDRESS_CHARACTERS = 2_000;
const COMMAND_MS = 5_000;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Answers without a document. */
const EMPTY: readonly number[] = [204, 205];

const HTML_TYPES: readonly string[] = ['text/html', 'application/xhtml+xml'];

type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** Follows the navigation of a page to the address of its job, until a server has sent the document. */
export class MainNavigation {
  /** The reason why the address cannot be printed, as the end of a sentence. It is null if there is none. */
  problem: string | null = null;
  /** The address of the document, after redirects. Chromium allows 2 MB. */
  documentUrl: string | null = null;
  readonly #address: PageAddress;
  readonly #origin: string;
  #redirects = 0;
  #announceEntry: () => void = () => {};
  /** Resolves when the engine's scripts run in the document. Its resources wait for that. */
  readonly entered = new Promise<void>((resolve) => {
    this.#announceEntry = resolve;
  });

  constructor(address: PageAddress) {
    this.#address = address;
    this.#origin = new URL(address.url).origin;
  }

  /** The navigation has not ended. Later ones are those of the page itself. */
  get isUnderWay(): boolean {
    return this.documentUrl === null && this.problem === null;
  }

  /** The address of the document for the report, cut to its maximum length. */
  get finalUrl(): string | null {
    return this.documentUrl?.slice(0, MAX_ADDRESS_CHARACTERS) ?? null;
  }

  noteEntry(): void {
    this.#announceEntry();
  }

  /**
   * Returns the headers of a request, or nothing if the job has none for its origin. Each redirect is a request of its own, and
   * Chromium drops added headers from it.
   */
  headersFor({ url, headers }: Protocol.Network.Request): {
    readonly headers?: Protocol.Fetch.HeaderEntry[];
  } {
    const own = Object.entries(this.#address.headers);
    if (own.length === 0 || originOf(url) !== this.#origin) return {};
    const names = new Set(own.map(([name]) => name.toLowerCase()));
    const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
    return { headers: [...others, ...own].map(([name, value]) => ({ name, value })) };
  }

  answer(page: PrintPage, paused: PausedRequest): Promise<unknown> {
    const { requestId, request, responseStatusCode, responseErrorReason } = paused;
    // The navigation itself reports the error.
    if (responseErrorReason !== undefined)
      return page.send('Fetch.continueRequest', { requestId }, COMMAND_MS);
    if (responseStatusCode === undefined) return this.#request(page, requestId, request);
    this.problem = this.#findProblem(responseStatusCode, toHeaders(paused.responseHeaders ?? []));
    if (this.problem !== null) {
      return page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, COMMAND_MS);
    }
    const proceed = () => page.send('Fetch.continueResponse', { requestId }, COMMAND_MS);
    if (REDIRECTS.includes(responseStatusCode)) return proceed();
    this.documentUrl = request.url;
    // Interception ends before the document arrives, because its forms may have bodies of any length.
    return Promise.all([page.intercept({ navigations: 'none' }, COMMAND_MS), proceed()]);
  }

  /** Without `PRINTING_FLAGS`, a browser sends the cookies to all ports of the host. */
  async #request(page: PrintPage, requestId: string, request: Protocol.Network.Request): Promise<void> {
    const { cookies } = this.#address;
    if (cookies.length > 0 && originOf(request.url) !== this.#origin) await page.clearCookies();
    await page.send('Fetch.continueRequest', { requestId, ...this.headersFor(request) }, COMMAND_MS);
  }

  #findProblem(status: number, headers: Headers): string | null {
    const refusal = describeProxyError(headers);
    if (refusal !== null) return refusal;
    if (REDIRECTS.includes(status)) {
      this.#redirects += 1;
      return this.#redirects > MAX_REDIRECTS ? `redirects more than ${MAX_REDIRECTS} times` : null;
    }
    if (status < 200 || status > 299) return `its server answered ${status}`;
    if (EMPTY.includes(status)) return `its server answered ${status}, without a document`;
    return findDocumentProblem(headers, this.#address.maxDocumentBytes);
  }
}

/** @param bytes of the document, as its server or the browser counts them */
export const tooLong = (bytes: number, maxBytes: number): string =>
  `the document has ${bytes} bytes; the plan allows ${maxBytes}`;

function findDocumentProblem(headers: Headers, maxBytes: number): string | null {
  if (/^\s*attachment/i.test(headers.get('content-disposition') ?? ''))
    return 'is a download, and must be a page';
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!HTML_TYPES.includes(type)) {
    return `must be HTML, and its server sent ${type === '' ? 'no media type' : type.slice(0, 100)}`;
  }
  const bytes = Number(headers.get('content-length') ?? 0);
  return bytes > maxBytes ? tooLong(bytes, maxBytes) : null;
}

/** Finds why our own proxy did not reach a destination. It is null for any other answer. Source: RFC 9209, 2.3. */
export const findProxyError = (proxyStatus: string): string | null =>
  /^platen; error=(\w+)$/.exec(proxyStatus)?.[1] ?? null;

function describeProxyError(headers: Headers): string | null {
  const error = findProxyError(headers.get('proxy-status') ?? '');
  return error === null ? null : (PROXY_ERRORS[error] ?? UNREACHABLE);
}

const UNREACHABLE = 'its server cannot be reached';
const NO_ADDRESS = 'its name has no address';

const PROXY_ERRORS: Readonly<Record<string, string>> = {
  destination_ip_prohibited: 'must be a public address, and each redirect too',
  dns_error: NO_ADDRESS,
};

/** Chromium's names: net/base/net_error_list.h. */
const NETWORK_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/ERR_TUNNEL_CONNECTION_FAILED/, 'its server cannot be reached, or is not a public address'],
  [/ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/, NO_ADDRESS],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|ERR_ECH_/, 'the TLS connection to its server failed'],
  [/ERR_TOO_MANY_REDIRECTS/, `redirects more than ${MAX_REDIRECTS} times`],
  [
    /ERR_UNSAFE_REDIRECT|ERR_INVALID_REDIRECT|ERR_DISALLOWED_URL_SCHEME|ERR_UNKNOWN_URL_SCHEME/,
    'redirects to an address that is not http or https',
  ],
  [/ERR_UNSAFE_PORT/, 'has a port that browsers do not open'],
  [/TIMED_OUT/, 'its server did not answer in time'],
  [/ERR_ABORTED/, 'its server sent no page'],
];

/** @param error Chromium's message about a navigation that failed */
export const describeNetworkError = (error: string): string => {
  const name = /\bERR_\w+/.exec(error)?.[0] ?? 'ERR_FAILED';
  const known = NETWORK_ERRORS.find(([pattern]) => pattern.test(error));
  return `${known?.[1] ?? UNREACHABLE} (${name})`;
};

function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}

function toHeaders(entries: readonly Protocol.Fetch.HeaderEntry[]): Headers {
  const headers = new Headers();
  for (const { name, value } of entries) {
    try {
      headers.append(name, value);
    } catch {
      // A server may send what `Headers` does not allow.
    }
  }
  return headers;
}
