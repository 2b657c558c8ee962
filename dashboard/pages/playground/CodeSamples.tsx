import { Tabs, Text } from '@mantine/core';
import { Card } from '../../components/Card.tsx';
import { type ApiCall, KEY_VARIABLE } from './api-call.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { CODE_SAMPLES } from './code-samples/samples.ts';

export function CodeSamples({ call }: { readonly call: ApiCall | null }) {
  return (
    <Card
      title="Code"
      description={
        <>
          The code reads the API key from the environment variable <code>{KEY_VARIABLE}</code>.
        </>
      }
    >
      {call === null ? (
        <Text size="sm" c="dimmed">
          Fix the errors in the request to see its code.
        </Text>
      ) : (
        <CodeTabs call={call} />
      )}
    </Card>
  );
}

/** Shows the call in each language. */
export const CodeTabs = ({ call }: { readonly call: ApiCall }) => (
  <Tabs defaultValue={CODE_SAMPLES[0].id} keepMounted={false}>
    <Tabs.List mb="sm" aria-label="Language">
      {CODE_SAMPLES.map(({ id, label }) => (
        <Tabs.Tab key={id} value={id}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {CODE_SAMPLES.map(({ id, label, write }) => (
      <Tabs.Panel key={id} value={id}>
        <CodeBlock code={write(call)} label={`${label} code`} copyLabel="Copy code" />
      </Tabs.Panel>
    ))}
  </Tabs>
);
