/** Source: JSON-RPC 2.0, section 5.1, and the codes that MCP 2026-07-28 defines. */
const RPC_CODES = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

interface RpcErrorOptions {
  /** The status of the HTTP answer. */
  readonly status: 200 | 400 | 404;
  readonly data?: unknown;
}

/** A message that breaks the rules of the protocol. What a tool refuses is a result of the tool. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly status: 200 | 400 | 404;
  readonly data: unknown;

  constructor(kind: keyof typeof RPC_CODES, message: string, { status, data }: RpcErrorOptions) {
    super(message);
    this.code = RPC_CODES[kind];
    this.status = status;
    this.data = data;
  }
}
