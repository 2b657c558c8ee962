import type { AppContext } from '../../http/context.ts';
import { runMethod } from './methods.ts';
import { readId, readMessage } from './read-message.ts';
import { RpcError } from './rpc-error.ts';

/** Answers one message of MCP with JSON (contract 24). */
export async function answerMessage(c: AppContext, message: unknown): Promise<Response> {
  try {
    const request = readMessage(message, c.req.raw.headers);
    if (request.id === null) return c.body(null, 202);
    const result = await runMethod(c, request);
    return c.json({ jsonrpc: '2.0', id: request.id, result });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message: text, data, status } = error;
    const described = { code, message: text, ...(data === undefined ? {} : { data }) };
    const id = readId(message);
    // MCP allows no `null` here: an answer to a message without an id has none.
    return c.json({ jsonrpc: '2.0', ...(id === null ? {} : { id }), error: described }, status);
  }
}
