import { NativeSelect, Text } from '@mantine/core';
import { Card } from '../../../components/Card.tsx';
import { TextLink } from '../../../components/links.tsx';
import { QueryView } from '../../../components/QueryView.tsx';
import { SkeletonRows } from '../../../components/SkeletonRows.tsx';
import { useWorkspace } from '../../../session.ts';
import { useTemplateNames } from '../../files/use-files.ts';

export interface ChosenTemplate {
  readonly id: string;
  /** All rows print this version. */
  readonly version: number;
}

interface TemplateStepProps {
  readonly chosen: ChosenTemplate | null;
  readonly onChoose: (template: ChosenTemplate | null) => void;
}

export function TemplateStep({ chosen, onChoose }: TemplateStepProps) {
  const { id: workspaceId } = useWorkspace();
  const query = useTemplateNames();
  return (
    <Card title="1. Template">
      <QueryView
        query={query}
        label="the templates"
        skeleton={<SkeletonRows rows={1} label="the templates" />}
      >
        {({ data }) => {
          const published = data.flatMap(({ id, name, publishedVersion: version }) =>
            version === null ? [] : [{ id, name, version }],
          );
          if (published.length === 0) {
            return (
              <Text size="sm">
                No template is published yet.{' '}
                <TextLink to="/w/$workspaceId/templates" params={{ workspaceId }} inherit underline="always">
                  Go to the templates
                </TextLink>
                .
              </Text>
            );
          }
          return (
            <NativeSelect
              label="Template"
              description="All rows print its published version."
              value={chosen?.id ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChoose(published.find(({ id }) => id === value) ?? null)
              }
              data={[
                { value: '', label: 'Choose a template' },
                ...published.map(({ id, name, version }) => ({
                  value: id,
                  label: `${name} (version ${version})`,
                })),
              ]}
            />
          );
        }}
      </QueryView>
    </Card>
  );
}
