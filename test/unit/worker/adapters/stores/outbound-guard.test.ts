import { describe, expect, test } from 'vitest';
import { LOOPBACK, PRIVATE, PRIVATE_NAMES, PUBLIC, SPECIAL } from '../../../../support/addresses.ts';
import { guardedFetch, outboundProblem } from '../../../../../worker/adapters/stores/outbound-guard.ts';

const DEPLOYED = { localDevelopment: false };
const LOCAL = { localDevelopment: true };

const allows = (host: string, policy = DEPLOYED): boolean =>
  outboundProblem(`https://${host}/`, policy) === null;

describe('a deployment', () => {
  test.each([...LOOPBACK, ...PRIVATE, ...SPECIAL, ...PRIVATE_NAMES])('does not call %s', (host) => {
    expect(allows(host)).toBe(false);
  });

  test.each(PUBLIC)('calls %s', (host) => {
    expect(allows(host)).toBe(true);
  });

  test.each(['http://s3.eu-west-1.amazonaws.com', 'ftp://files.dev', 'file:///etc/passwd', 'ws://files.dev'])(
    'does not call %s',
    (address) => {
      expect(outboundProblem(address, DEPLOYED)).toBe('must be https');
    },
  );

  test.each([
    ['s3.eu-west-1.amazonaws.com', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://user:password@files.dev', 'must not carry a user name or a password'],
    ['https://127.0.0.1@files.dev', 'must not carry a user name or a password'],
    ['https://files.dev@127.0.0.1', 'must not carry a user name or a password'],
  ])('says what is wrong with %s', (address, problem) => {
    expect(outboundProblem(address, DEPLOYED)).toBe(problem);
  });
});

describe("a developer's machine", () => {
  test.each(['localhost', 'localhost.', '127.0.0.1', '127.1', '0x7f000001', '[::1]'])('calls %s', (host) => {
    expect(allows(host, LOCAL)).toBe(true);
    expect(outboundProblem(`http://${host}:9000`, LOCAL)).toBeNull();
  });

  test.each([...PRIVATE, ...SPECIAL, ...PRIVATE_NAMES])('does not call %s either', (host) => {
    expect(allows(host, LOCAL)).toBe(false);
  });
});

describe("the proxy of a server of one's own", () => {
  const answering = (headers: HeadersInit) =>
    guardedFetch(DEPLOYED, { fetch: async () => new Response('', { status: 403, headers }) });

  test('answers with what the server has answered', async () => {
    expect((await answering({})('https://files.dev/')).status).toBe(403);
  });

  test('refuses a public name that points to a private address', async () => {
    const refused = answering({ 'Proxy-Status': 'platen; error=destination_ip_prohibited' });
    await expect(refused('https://files.dev/')).rejects.toMatchObject({
      name: 'StoreError',
      retryable: false,
    });
  });

  test('says that a server cannot be reached, which is tried again', async () => {
    const lost = answering({ 'Proxy-Status': 'platen; error=destination_unavailable' });
    await expect(lost('https://files.dev/')).rejects.toThrow(TypeError);
  });
});
