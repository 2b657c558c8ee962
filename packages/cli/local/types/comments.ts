import { isJsonObject } from '../../../../schema/json-object.ts';

/** What a type cannot say, for the editor to show. The order is always the same. */
export function writeComment(schema: unknown, indent: string): string {
  if (!isJsonObject(schema)) return '';
  const lines = [
    ...textLines(schema.title),
    ...textLines(schema.description),
    ...tagOf('format', schema.format),
    ...tagOf('default', schema.default),
    ...(schema.deprecated === true ? ['@deprecated'] : []),
  ].map((line) => line.replaceAll('*/', '*\\/'));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const textLines = (text: unknown): string[] =>
  typeof text === 'string' && text.trim() !== '' ? text.trim().split(/\r?\n/) : [];

const tagOf = (name: string, value: unknown): string[] =>
  value === undefined
    ? []
    : [`@${name} ${typeof value === 'string' && name === 'format' ? value : JSON.stringify(value)}`];
