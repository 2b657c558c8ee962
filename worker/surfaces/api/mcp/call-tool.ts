import { logCause } from '../../../adapters/d1/log-cause.ts';
import { isCancelled } from '../../../lib/is-cancelled.ts';
import { toApiError } from '../../../lib/to-api-error.ts';
import type { AppContext } from '../../http/context.ts';
import { describeError } from '../../http/handle-error.ts';
import { shorten } from './read-message.ts';
import { RpcError } from './rpc-error.ts';
import { isPermitted, type Tool, type ToolResult } from './tool.ts';
import { explainError } from './tools/explain-error.ts';
import { preview } from './tools/preview.ts';
import { render } from './tools/render.ts';
import { get, list, validate } from './tools/templates.ts';

const TOOLS: readonly Tool[] = [render, preview, list, get, validate, explainError];

/** Lists the tools that the key may call, always in the same order. */
export const listTools = (c: AppContext): object[] =>
  TOOLS.filter((tool) => isPermitted(c, tool)).map(
    ({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    }),
  );

/** A refusal of the API is a result, so that the model reads it and tries again. @throws {RpcError} */
export async function callTool(c: AppContext, { name, arguments: args = {} }: Call): Promise<ToolResult> {
  const tool = TOOLS.find((known) => known.name === name);
  if (tool === undefined) {
    const message = typeof name === 'string' ? `Unknown tool: ${shorten(name)}` : 'name: must be a text.';
    throw new RpcError('invalidParams', message, { status: 200 });
  }
  try {
    return await tool.run(c, args);
  } catch (error) {
    // The client has hung up, so nobody reads an answer.
    if (isCancelled(error)) throw error;
    return describeRefusal(c, error);
  }
}

interface Call {
  readonly name?: unknown;
  readonly arguments?: unknown;
}

/** The same error as the API, also in the counts and the log of the workspace. */
function describeRefusal(c: AppContext, error: unknown): ToolResult {
  const known = toApiError(error);
  logCause(known, c.get('requestId'));
  const described = describeError(known, c);
  const { retryAfterSeconds } = known;
  const details = known.details.map((detail) => `- ${detail}`);
  return {
    content: [{ type: 'text', text: [`${known.code}: ${known.message}`, ...details].join('\n') }],
    structuredContent: {
      error: { ...described, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
    },
    isError: true,
  };
}
