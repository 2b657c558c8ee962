/** Calls that prepare the world of the requests. Each must succeed. */
export type Json = Readonly<Record<string, unknown>>;

/** Every person has this one. */
export const PASSWORD = 'correct horse battery';

interface CallOptions {
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns `data` of the answer @throws {Error} the answer is an error */
export async function call(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Json> {
  return (await answerOf(url, method, path, options)).data;
}

async function answerOf(url: string, method: string, path: string, { body, headers }: CallOptions) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { data: (JSON.parse(text) as { data: Json }).data, cookies: response.headers.getSetCookie() };
}

/** A person's browser: it keeps the cookie of the session. */
export class Browser {
  readonly #url: string;
  cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async post(path: string, body: object): Promise<Json> {
    const headers = { Origin: this.#url, ...(this.cookie === '' ? {} : { Cookie: this.cookie }) };
    const { data, cookies } = await answerOf(this.#url, 'POST', path, { body, headers });
    const [pair = ''] = (cookies.find((text) => text.includes('session_token')) ?? '').split(';');
    if (pair !== '') this.cookie = pair;
    return data;
  }
}
