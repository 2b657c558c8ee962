import { useMemo } from 'react';
import { formatJson } from '../../json/json-value.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { jsonTokens } from './json-tokens.ts';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
}

export function JsonView({ value, label }: JsonViewProps) {
  const json = useMemo(() => formatJson(value), [value]);
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
