import { writeJson } from '../../../json/json-value.ts';
import { type ApiCall, callHeaders, GENERATE_PATH, KEY_VARIABLE } from '../api-call.ts';

/**
 * For bash, zsh and other POSIX shells. The body is a here-document with a quoted end: nothing in it is
 * expanded, and no line of JSON can be the end, because a string's line breaks are escaped. An argument
 * would end at 128 KiB on Linux.
 */
export function curlSample(call: ApiCall): string {
  const headers = callHeaders(call).map(([name, value]) => `  -H ${shellWord(`${name}: ${value}`)} \\`);
  return [
    `curl -sS --fail-with-body ${shellWord(call.origin + GENERATE_PATH)} \\`,
    // In double quotes, because the shell has to fill it in.
    `  -H "X-API-Key: $${KEY_VARIABLE}" \\`,
    ...headers,
    ...(call.answer === 'pdf' ? ['  -o document.pdf \\'] : []),
    "  --data-binary @- <<'JSON'",
    writeJson(call.body),
    'JSON',
  ].join('\n');
}

/** POSIX, 2.2.2: between single quotes everything stands for itself, and a single quote cannot stand there. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
