import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { listen } from './listen.ts';
import {
  type CheckedAddress,
  DestinationRefused,
  publicAddresses,
  type Resolver,
} from './public-destination.ts';

export interface EgressOptions {
  /** For the Worker, whose run time sends `https` in absolute form too. The proxy then speaks TLS with the server. */
  readonly speaksTls?: boolean;
  readonly allowsLoopback?: boolean;
  readonly resolve?: Resolver;
  readonly dial?: (addresses: readonly CheckedAddress[], port: number) => Socket;
  readonly onRefused?: () => void;
}

export interface EgressProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** The target of CONNECT: host and port (RFC 9110, 9.3.6). */
const AUTHORITY = /^[^\s/?#@\\]+:\d{1,5}$/;

/** `URL.port` is empty for this port. */
const HTTP_PORT = 80;
const HTTPS_PORT = 443;
const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;

/** A server may send so many answers of 1xx before its answer. The run time of the Worker would read them without end, and do nothing else. */
const MAX_INFORMATION = 20;

/** Headers for one connection only: RFC 9110, 7.6.1. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // What this proxy says of itself. A server must not say it.
  'proxy-status',
];

/** Serves HTTP in absolute form, and CONNECT for TLS and WebSockets, on loopback. */
export async function startEgressProxy(options: EgressOptions = {}): Promise<EgressProxy> {
  // The run time of the Worker names the host in the address only.
  const server = createServer(
    { requireHostHeader: false },
    (incoming, outgoing) => void forward(incoming, outgoing, options),
  );
  server.on('connect', (incoming, socket: Socket, head: Buffer) => {
    void tunnel(incoming, socket, head, options);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  // The run time of the Worker keeps a connection for 5 seconds. It must not end just when it is used again.
  server.keepAliveTimeout = IDLE_MS;
  const port = await listen(server, 0, '127.0.0.1');
  return { port, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const dialTcp = (addresses: readonly CheckedAddress[], port: number): Socket => {
  const checked = addresses.map(({ address, family }) => ({ address, family }));
  // Node calls this instead of a resolver, so it connects to checked addresses only.
  const lookup: LookupFunction = (_name, _options, callback) => callback(null, checked);
  return connect({ host: 'checked.invalid', port, lookup, autoSelectFamily: true });
};

async function open(url: URL, options: EgressOptions): Promise<Socket> {
  const addresses = await publicAddresses(url.hostname, options.resolve, options.allowsLoopback);
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? HTTPS_PORT : HTTP_PORT) : Number(url.port);
  const socket = (options.dial ?? dialTcp)(addresses, port);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  try {
    const signal = AbortSignal.timeout(CONNECT_MS);
    await once(socket, 'connect', { signal });
    return isTls ? await startTls(socket, url, signal) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function startTls(socket: Socket, { hostname }: URL, signal: AbortSignal): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  // A certificate for an address is checked too, but an address is not sent as a name (RFC 6066, 3).
  const secure = connectTls({ socket, host, servername: isIP(host) === 0 ? host : '' });
  await once(secure, 'secureConnect', { signal });
  return secure;
}

function toStatus(error: unknown, { onRefused }: EgressOptions): 403 | 502 {
  if (!(error instanceof DestinationRefused)) return 502;
  onRefused?.();
  return 403;
}

/** Says in the report of a print what the status alone does not. Source: RFC 9209. */
const toProxyStatus = (error: unknown): string =>
  `platen; error=${error instanceof DestinationRefused ? error.proxyError : 'destination_unavailable'}`;

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: EgressOptions,
): Promise<void> {
  const url = parseTarget(incoming.url ?? '');
  if (
    url === null ||
    !(url.protocol === 'http:' || (options.speaksTls === true && url.protocol === 'https:'))
  ) {
    outgoing.writeHead(400).end();
    return;
  }
  try {
    const socket = await open(url, options);
    outgoing.once('close', () => socket.destroy());
    const onward = request({
      createConnection: () => socket,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEndHeaders(incoming), host: url.host, connection: 'close' },
    });
    onward.once('response', (answer) => relay(answer, outgoing));
    let informed = 0;
    onward.on('information', () => {
      informed += 1;
      if (informed > MAX_INFORMATION) onward.destroy(new Error('too many answers of 1xx'));
    });
    pipeline(incoming, onward, (error) => error && outgoing.destroy());
    onward.on('error', () => outgoing.destroy());
    // Nothing asked for an upgrade. Without this, the page would wait for an answer that never comes.
    onward.once('upgrade', (_answer, upgraded) => {
      upgraded.destroy();
      outgoing.destroy();
    });
  } catch (error) {
    const status = toStatus(error, options);
    outgoing.writeHead(status, { 'Content-Length': 0, 'Proxy-Status': toProxyStatus(error) }).end();
  }
}

/** An error in this event would end the process, and a server may send what HTTP does not allow, such as status 0. */
function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  try {
    outgoing.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer));
    pipeline(answer, outgoing, () => {});
  } catch {
    answer.destroy();
    outgoing.destroy();
  }
}

async function tunnel(
  incoming: IncomingMessage,
  client: Socket,
  head: Buffer,
  options: EgressOptions,
): Promise<void> {
  client.once('error', () => client.destroy());
  const authority = incoming.url ?? '';
  const url = AUTHORITY.test(authority) ? parseTarget(`http://${authority}`) : null;
  if (url === null) {
    client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    return;
  }
  try {
    const socket = await open(url, options);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    pipeline(socket, client, () => {});
    pipeline(client, socket, () => {});
  } catch (error) {
    client.end(`HTTP/1.1 ${toStatus(error, options)} Refused\r\nContent-Length: 0\r\n\r\n`);
  }
}

/** Returns null unless the target is an absolute URL, because the proxy itself serves nothing. */
const parseTarget = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): Record<string, string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  // Without a prototype: a header may have the name `constructor`.
  const kept: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!dropped.has(name)) (kept[name] ??= []).push(rawHeaders[index + 1] ?? '');
  }
  return kept;
}
