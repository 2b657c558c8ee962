import { WRITE_CHUNKS_EXPRESSION } from '../in-page/expressions.ts';

/** A character may take six bytes as JSON, and Workers receive WebSocket messages of at most 32 MiB. */
export const MAX_MESSAGE_CHARACTERS = 4_000_000;

interface ScriptedPage {
  evaluate(expression: string, timeoutMs: number): Promise<unknown>;
}

/** Chunks of a long document wait in the isolated world, where its scripts cannot see them. */
export async function writeInChunks(page: ScriptedPage, html: string, timeoutMs: number): Promise<void> {
  const commands = [page.evaluate('globalThis.chunks = []; 0', timeoutMs)];
  for (let start = 0; start < html.length; start += MAX_MESSAGE_CHARACTERS) {
    const chunk = JSON.stringify(html.slice(start, start + MAX_MESSAGE_CHARACTERS));
    commands.push(page.evaluate(`chunks.push(${chunk})`, timeoutMs));
  }
  await Promise.all([...commands, page.evaluate(WRITE_CHUNKS_EXPRESSION, timeoutMs)]);
}
