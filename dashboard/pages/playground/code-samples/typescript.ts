import type { JsonObject } from '../../../json/json-value.ts';
import { type ApiCall, callHeaders, fileOfCall, GENERATE_PATH, KEY_VARIABLE } from '../api-call.ts';
import { type Notation, writeLiteral } from './literal.ts';

const BRACES = { open: '{', close: '}' };

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Every JSON string is a valid ECMAScript string (since ES2019). */
const NOTATION: Notation = {
  indent: 2,
  scalar: (value) => JSON.stringify(value),
  list: { open: '[', close: ']' },
  object: () => BRACES,
  name: (name) => {
    // ECMA-262, B.3.1: without the brackets it would set the prototype.
    if (name === '__proto__') return '["__proto__"]: ';
    return IDENTIFIER.test(name) ? `${name}: ` : `${JSON.stringify(name)}: `;
  },
};

/** `fetch`, for Node, Deno, Bun and Workers. */
export function fetchSample(call: ApiCall): string {
  const headers = callHeaders(call).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    ...(call.responseType === 'pdf' ? ['import { writeFile } from "node:fs/promises";', ''] : []),
    `const response = await fetch(${JSON.stringify(call.origin + GENERATE_PATH)}, {`,
    '  method: "POST",',
    '  headers: {',
    `    "X-API-Key": process.env.${KEY_VARIABLE}!,`,
    ...headers,
    '  },',
    `  body: JSON.stringify(${writeLiteral(call.body, NOTATION, 2)}),`,
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    ...(call.responseType === 'pdf'
      ? [`await writeFile("${fileOfCall(call)}", new Uint8Array(await response.arrayBuffer()));`]
      : ['const { data, usage } = await response.json();', 'console.log(data.url, usage.remaining);']),
  ].join('\n');
}

export function clientSample(call: ApiCall): string {
  const pdf = call.responseType === 'pdf';
  return [
    ...(pdf ? ['import { writeFile } from "node:fs/promises";'] : []),
    '// npm install ./platen-client-0.1.0.tgz (make it in the repository: npm pack --workspace packages/client)',
    'import { Platen } from "@platen/client";',
    '',
    'const platen = new Platen({',
    `  apiKey: process.env.${KEY_VARIABLE}!,`,
    `  baseUrl: ${JSON.stringify(call.origin)},`,
    '});',
    pdf
      ? `const pdf = await platen.generatePdf(${clientArguments(call)});`
      : `const { data, usage } = await platen.generate(${clientArguments(call)});`,
    pdf ? `await writeFile("${fileOfCall(call)}", pdf);` : 'console.log(data.url, usage.remaining);',
  ].join('\n');
}

function clientArguments({ body, idempotencyKey }: ApiCall): string {
  const options: JsonObject | null = idempotencyKey === null ? null : { idempotencyKey };
  return [body, ...(options === null ? [] : [options])]
    .map((argument) => writeLiteral(argument, NOTATION))
    .join(', ');
}
