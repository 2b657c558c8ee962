import type { JsonObject } from '../../../json/json-value.ts';
import { type ApiCall, callHeaders, fileOfCall, GENERATE_PATH, KEY_VARIABLE } from '../api-call.ts';
import { type Notation, writeLiteral } from './literal.ts';

/** Single-quoted PHP strings cannot escape these. */
// oxlint-disable-next-line no-control-regex -- these are the characters that need an escape
const CONTROL = /[\u0000-\u001f\u007f]/;

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/**
 * In single quotes only `\` and `'` are special. A string with control characters needs double quotes, where `$`
 * is special too. A lone surrogate becomes U+FFFD, because the source is UTF-8. Source: PHP manual, Strings.
 */
function phpString(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!CONTROL.test(wellFormed)) return `'${wellFormed.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  const escaped = wellFormed
    .replaceAll(/[\\"$]/g, String.raw`\$&`)
    .replaceAll(
      new RegExp(CONTROL, 'g'),
      (character) => ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`,
    );
  return `"${escaped}"`;
}

const ARRAY = { open: '[', close: ']' };
const OBJECT = { open: '(object) [', close: ']' };

/** PHP encodes an array as a JSON list if its keys are 0, 1, 2 and so on, or if it is empty. */
const looksLikeList = (value: JsonObject): boolean =>
  Object.keys(value).every((name, index) => name === String(index));

const NOTATION: Notation = {
  indent: 2,
  scalar: (value) => (typeof value === 'string' ? phpString(value) : JSON.stringify(value)),
  list: ARRAY,
  object: (value) => (looksLikeList(value) ? OBJECT : ARRAY),
  name: (name) => `${phpString(name)} => `,
};

export function phpSample(call: ApiCall): string {
  const headers = callHeaders(call).map(([name, value]) => `    ${phpString(`${name}: ${value}`)},`);
  return [
    '<?php',
    `$request = curl_init(${phpString(call.origin + GENERATE_PATH)});`,
    'curl_setopt_array($request, [',
    '  CURLOPT_POST => true,',
    '  CURLOPT_RETURNTRANSFER => true,',
    '  CURLOPT_HTTPHEADER => [',
    `    'X-API-Key: ' . getenv('${KEY_VARIABLE}'),`,
    ...headers,
    '  ],',
    `  CURLOPT_POSTFIELDS => json_encode(${writeLiteral(call.body, NOTATION, 2)}, JSON_THROW_ON_ERROR),`,
    ']);',
    '$answer = curl_exec($request);',
    'if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {',
    '  throw new RuntimeException($answer === false ? curl_error($request) : $answer);',
    '}',
    ...(call.responseType === 'pdf'
      ? [`file_put_contents('${fileOfCall(call)}', $answer);`]
      : ['echo json_decode($answer)->data->url, PHP_EOL;']),
  ].join('\n');
}
