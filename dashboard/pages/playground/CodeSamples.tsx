import { Tabs, Text } from '@mantine/core';
import { Card } from '../../components/Card.tsx';
import { type ApiCall, KEY_VARIABLE } from './api-call.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { CODE_SAMPLES } from './code-samples/samples.ts';

/** The call of the form as code, in the reader's language. `null`: the form has no call to show. */
export function CodeSamples({ call }: { readonly call: ApiCall | null }) {
  return (
    <Card
      title="The same call as code"
      description={
        <>
          Each reads the key from the environment variable <code>{KEY_VARIABLE}</code>.
        </>
      }
    >
      {call === null ? (
        <Text size="sm" c="dimmed">
          Code shows here once the request has no error.
        </Text>
      ) : (
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
              <CodeBlock code={write(call)} label={`The call as ${label}`} copyLabel="Copy code" />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Card>
  );
}
