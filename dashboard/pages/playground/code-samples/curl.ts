import { formatJson } from '../../../json/json-value.ts';
import { type ApiCall, callHeaders, fileOfCall, GENERATE_PATH, KEY_VARIABLE } from '../api-call.ts';

/**
 * For POSIX shells. The body is a here-document with a quoted delimiter, so nothing in it is expanded. Line
 * breaks in JSON strings are escaped, so no line can equal the delimiter. A command argument would be limited to
 * 128 KiB on Linux.
 */
export function curlSample(call: ApiCall): string {
  const headers = callHeaders(call).map(([name, value]) => `  -H ${shellWord(`${name}: ${value}`)} \\`);
  return [
    `curl -sS --fail-with-body ${shellWord(call.origin + GENERATE_PATH)} \\`,
    // In double quotes, so that the shell expands the variable.
    `  -H "X-API-Key: $${KEY_VARIABLE}" \\`,
    ...headers,
    ...(call.responseType === 'pdf' ? [`  -o ${fileOfCall(call)} \\`] : []),
    "  --data-binary @- <<'JSON'",
    formatJson(call.body),
    'JSON',
  ].join('\n');
}

/** POSIX, 2.2.2: single quotes preserve every character, but cannot contain a single quote. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
