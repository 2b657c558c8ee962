import { type ApiCall, callHeaders, fileOfCall, GENERATE_PATH, KEY_VARIABLE } from '../api-call.ts';
import { type Notation, writeLiteral } from './literal.ts';

/** Python's double-quoted strings support all escapes of JSON, with the same meaning (reference, 2.4.1). */
const NOTATION: Notation = {
  indent: 4,
  scalar: (value) => {
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return JSON.stringify(value);
  },
  list: { open: '[', close: ']' },
  object: () => ({ open: '{', close: '}' }),
  name: (name) => `${JSON.stringify(name)}: `,
};

export function pythonSample(call: ApiCall): string {
  const headers = callHeaders(call)
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(call.origin + GENERATE_PATH)},`,
    '    headers={',
    `        "X-API-Key": os.environ["${KEY_VARIABLE}"],`,
    ...headers,
    '    },',
    `    json=${writeLiteral(call.body, NOTATION, 4)},`,
    '    timeout=300,',
    ')',
    'if not response.ok:',
    '    raise RuntimeError(response.text)',
    ...(call.responseType === 'pdf'
      ? [`with open("${fileOfCall(call)}", "wb") as file:`, '    file.write(response.content)']
      : ['answer = response.json()', 'print(answer["data"]["url"], answer["usage"]["remaining"])']),
  ].join('\n');
}
