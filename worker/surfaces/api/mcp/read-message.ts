import { isJsonObject } from '../../../../schema/json-object.ts';
import { RpcError } from './rpc-error.ts';

/** The version without sessions: each request says its version, and needs no handshake. */
const MODERN_VERSION = '2026-07-28';

/** Clients of these versions send `initialize` first. They get no session either. The newest is first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...HANDSHAKE_VERSIONS];

const META = 'io.modelcontextprotocol/';

/** A stranger can make a text long, and a message repeats it. */
const MAX_ECHO_CHARACTERS = 100;

export const shorten = (text: string): string => text.slice(0, MAX_ECHO_CHARACTERS);

export interface RpcRequest {
  /** It is null for a notification, which gets no answer. */
  readonly id: string | number | null;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The request follows the rules of `MODERN_VERSION`. */
  readonly isModern: boolean;
}

/** Returns the id of a message. It is null if it has none that is valid. */
export const readId = (message: unknown): string | number | null => {
  const id = isJsonObject(message) ? message.id : null;
  if (typeof id === 'string') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
};

/** @throws {RpcError} */
export function readMessage(message: unknown, headers: Headers): RpcRequest {
  if (Array.isArray(message)) throw invalid('Send one message in each request: there are no batches.');
  if (!isJsonObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
    throw invalid('The body must be a JSON-RPC 2.0 request with `jsonrpc`, `id`, `method` and `params`.');
  }
  const { method, params = {} } = message;
  const isNotification = message.id === undefined;
  const id = readId(message);
  if (id === null && !isNotification) throw invalid('id: must be a text or a whole number.');
  if (!isJsonObject(params)) throw invalid('params: must be an object.');
  const request = { id, method, params };
  // MCP defines no headers for notifications, and none of them changes anything here.
  if (isNotification) return { ...request, isModern: false };
  return { ...request, isModern: isModern(request, headers) };
}

const invalid = (message: string): RpcError => new RpcError('invalidRequest', message, { status: 400 });

type Unversioned = Omit<RpcRequest, 'isModern'>;

/** @throws {RpcError} the version is not supported, or headers and body contradict each other */
function isModern(request: Unversioned, headers: Headers): boolean {
  const named = headers.get('MCP-Protocol-Version');
  const { _meta: given } = request.params;
  const meta = isJsonObject(given) ? given : {};
  const version = meta[`${META}protocolVersion`];
  if (version === undefined && named !== MODERN_VERSION) {
    // Older clients have no `_meta`, and send the header only after the handshake.
    if (named !== null) requireSupported(named);
    return false;
  }
  if (typeof version !== 'string') {
    const message = `params._meta["${META}protocolVersion"]: must be the version of the protocol.`;
    throw new RpcError('invalidParams', message, { status: 400 });
  }
  requireHeader('MCP-Protocol-Version', named, version);
  requireSupported(version);
  if (version !== MODERN_VERSION) return false;
  if (!isJsonObject(meta[`${META}clientCapabilities`])) {
    const message = `params._meta["${META}clientCapabilities"]: must be an object.`;
    throw new RpcError('invalidParams', message, { status: 400 });
  }
  requireHeader('Mcp-Method', headers.get('Mcp-Method'), request.method);
  const { name } = request.params;
  if (NAMED_METHODS.includes(request.method) && typeof name === 'string') {
    requireHeader('Mcp-Name', decodeName(headers.get('Mcp-Name')), name);
  }
  return true;
}

const NAMED_METHODS: readonly string[] = ['tools/call', 'prompts/get'];

/** @throws {RpcError} */
function requireSupported(version: string): void {
  if (SUPPORTED_VERSIONS.includes(version)) return;
  const data = { supported: SUPPORTED_VERSIONS, requested: shorten(version) };
  throw new RpcError('unsupportedVersion', 'Unsupported protocol version', { status: 400, data });
}

/** A proxy may have decided by the header alone. @throws {RpcError} */
function requireHeader(header: string, value: string | null, expected: string): void {
  if (value === expected) return;
  const found = value === null ? 'is missing' : `is "${shorten(value)}"`;
  const message = `Header mismatch: ${header} ${found}, and the body has "${shorten(expected)}"`;
  throw new RpcError('headerMismatch', message, { status: 400 });
}

/** Names that are not plain ASCII are sent as `=?base64?…?=`. */
function decodeName(value: string | null): string | null {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value ?? '') ?? [];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.fromBase64(encoded));
  } catch {
    return value;
  }
}
