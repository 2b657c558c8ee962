import { useMemo } from 'react';
import { writeJson } from '../../json/json-value.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { jsonTokens } from './json-tokens.ts';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
}

/** JSON to read, in colours. */
export function JsonView({ value, label }: JsonViewProps) {
  const json = useMemo(() => writeJson(value), [value]);
  const tokens = useMemo(() => jsonTokens(json), [json]);
  return (
    <CodeBlock code={json} label={label} copyLabel="Copy JSON">
      {tokens.map(({ kind, from, text }) => (
        <span key={from} data-kind={kind}>
          {text}
        </span>
      ))}
    </CodeBlock>
  );
}
