import { WRITE_PARTS_EXPRESSION } from '../in-page/expressions.ts';

/** A character may take six bytes as JSON, and Workers receive WebSocket messages of at most 32 MiB. */
export const MAX_MESSAGE_CHARACTERS = 4_000_000;

interface ScriptedPage {
  evaluate(expression: string, timeoutMs: number): Promise<unknown>;
}

/** Parts of a long document wait in the isolated world, where its scripts cannot see them. */
export async function writeInParts(page: ScriptedPage, html: string, timeoutMs: number): Promise<void> {
  const commands = [page.evaluate('globalThis.parts = []; 0', timeoutMs)];
  for (let start = 0; start < html.length; start += MAX_MESSAGE_CHARACTERS) {
    const part = JSON.stringify(html.slice(start, start + MAX_MESSAGE_CHARACTERS));
    commands.push(page.evaluate(`parts.push(${part})`, timeoutMs));
  }
  await Promise.all([...commands, page.evaluate(WRITE_PARTS_EXPRESSION, timeoutMs)]);
}
