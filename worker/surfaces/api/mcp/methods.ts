import type { AppContext } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { callTool, listTools } from './call-tool.ts';
import { getPrompt, MAKE_TEMPLATE } from './prompts.ts';
import { HANDSHAKE_VERSIONS, type RpcRequest, shorten, SUPPORTED_VERSIONS } from './read-message.ts';
import { RpcError } from './rpc-error.ts';

const SERVER_INFO = { name: 'platen', title: 'Platen', version: '1' };

const CAPABILITIES = { tools: {}, prompts: {} };

const HOUR_MS = 3_600_000;

/** For clients that keep a list (MCP 2026-07-28, caching). The tools depend on the permissions of the key. */
const CACHED = { ttlMs: HOUR_MS, cacheScope: 'private' };

const instructionsOf = (c: AppContext): string =>
  [
    'Platen makes PDFs from HTML with Handlebars placeholders and from saved templates.',
    'Use `preview` to see a page and its warnings before `render`, which stores a PDF and spends a credit of a live key.',
    'When a call fails, read the details: each names a field. `explain_error` says what a code means.',
    `The documentation for models is at ${readOrigin(c)}/llms.txt.`,
  ].join(' ');

type Method = (c: AppContext, request: RpcRequest) => object | Promise<object>;

const COMMON: Readonly<Record<string, Method>> = {
  'tools/list': (c) => ({ tools: listTools(c), ...CACHED }),
  'tools/call': (c, { params }) => callTool(c, params),
  'prompts/list': () => ({ prompts: [MAKE_TEMPLATE], ...CACHED }),
  'prompts/get': (c, { params }) => getPrompt(c, params),
};

const MODERN: Readonly<Record<string, Method>> = {
  ...COMMON,
  'server/discover': (c) => ({
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions: instructionsOf(c),
    ...CACHED,
  }),
};

/** The methods of the versions with a handshake. `initialize` begins no session: each request stands alone. */
const HANDSHAKE: Readonly<Record<string, Method>> = {
  ...COMMON,
  initialize: (c, { params: { protocolVersion } }) => ({
    protocolVersion:
      HANDSHAKE_VERSIONS.find((version) => version === protocolVersion) ?? HANDSHAKE_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: instructionsOf(c),
  }),
  ping: () => ({}),
};

/** @throws {RpcError} */
export async function runMethod(c: AppContext, request: RpcRequest): Promise<object> {
  const methods = request.isModern ? MODERN : HANDSHAKE;
  const run = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (run === undefined) {
    // Older clients take a 404 for the end of a session.
    const status = request.isModern ? 404 : 200;
    throw new RpcError('methodNotFound', `Method not found: ${shorten(request.method)}`, { status });
  }
  const result = await run(c, request);
  if (!request.isModern) return result;
  return { resultType: 'complete', ...result, _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO } };
}
