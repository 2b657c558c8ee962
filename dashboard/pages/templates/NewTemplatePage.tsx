import { Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CreateTemplate } from '../../../schema/api/templates.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { LinkButton } from '../../components/links.tsx';
import { Page } from '../../components/Page.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { IconFile } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { loadStarter, findThumbnail } from '../../starters/load-starter.ts';
import { STARTERS, type StarterName } from '../../starters/starters.ts';
import { BLANK_TEMPLATE } from './blank-template.ts';
import { putMissingAssets } from '../assets/use-assets.ts';
import classes from './NewTemplatePage.module.css';
import { createTemplate, putSampleSets, templatesKey } from './templates-api.ts';

type StarterChoice = StarterName | 'blank';

const CHOICES = [
  ...STARTERS.map((starter) => ({ ...starter, thumbnail: findThumbnail(starter.name) })),
  { name: 'blank', title: 'Blank page', about: 'A heading only.', thumbnail: undefined },
] as const;

const findTitle = (choice: StarterChoice): string =>
  choice === 'blank' ? 'Untitled' : (CHOICES.find(({ name }) => name === choice)?.title ?? '');

export function NewTemplatePage() {
  const { id: workspaceId } = useWorkspace();
  const [choice, setChoice] = useState<StarterChoice>('invoice');
  // The title of the starter is the default until the user enters a name.
  const [typedName, setTypedName] = useState<string | null>(null);
  const name = typedName ?? findTitle(choice);
  const { create, creating, error } = useCreation(workspaceId);
  const nameTaken = hasErrorCode(error, 'TEMPLATE_NAME_TAKEN');

  function submit(event: FormEvent) {
    event.preventDefault();
    void create(name.trim(), choice);
  }

  return (
    <Page title="New template" description="Choose a starter. You can change everything later.">
      <form onSubmit={submit}>
        <Stack gap="lg">
          <div>
            <TextInput
              label="Name"
              description="Shown in this dashboard. The API uses the ID of the template."
              value={name}
              onChange={(event) => setTypedName(event.currentTarget.value)}
              error={nameTaken && 'Another template in this workspace has this name.'}
              required
              maxLength={100}
              maw={420}
            />
            <Group gap="sm" mt="md">
              <Button type="submit" loading={creating}>
                Create template
              </Button>
              <LinkButton variant="default" to="/w/$workspaceId/templates" params={{ workspaceId }}>
                Cancel
              </LinkButton>
            </Group>
          </div>
          {error !== null && !nameTaken && <ErrorAlert error={error} title="The template was not created" />}
          <StarterPicker value={choice} onChange={setChoice} />
        </Stack>
      </form>
    </Page>
  );
}

function useCreation(workspaceId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function create(name: string, choice: StarterChoice) {
    setCreating(true);
    setError(null);
    try {
      const starter = choice === 'blank' ? BLANK_TEMPLATE : await loadStarter(choice);
      const { content, settings, dataSchema, translations, sampleSets, assets } = starter;
      const template: CreateTemplate = {
        name,
        content,
        settings,
        publish: false,
        ...(dataSchema && { dataSchema }),
        ...(translations && { translations }),
      };
      await putMissingAssets(workspaceId, assets);
      const { id: templateId } = await createTemplate(workspaceId, template);
      await putSampleSets(workspaceId, templateId, [...sampleSets]);
      await queryClient.invalidateQueries({ queryKey: templatesKey(workspaceId) });
      await navigate({ to: '/w/$workspaceId/templates/$templateId', params: { workspaceId, templateId } });
    } catch (failure) {
      setError(failure);
      setCreating(false);
    }
  }

  return { create, creating, error };
}

interface StarterPickerProps {
  readonly value: StarterChoice;
  readonly onChange: (choice: StarterChoice) => void;
}

function StarterPicker({ value, onChange }: StarterPickerProps) {
  const choose = (name: string) => {
    const chosen = CHOICES.find((choice) => choice.name === name);
    if (chosen) onChange(chosen.name);
  };
  return (
    <Radio.Group value={value} onChange={choose} label="Start with">
      <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="md" mt="xs">
        {CHOICES.map(({ name, title, about, thumbnail }) => (
          <Radio.Card key={name} value={name} className={classes.card} aria-label={`${title}: ${about}`}>
            <div className={classes.picture}>
              {thumbnail ? (
                <img src={thumbnail} alt="" loading="lazy" className={classes.sheet} />
              ) : (
                <span className={classes.blank}>
                  <IconFile size={28} stroke={1.25} aria-hidden />
                </span>
              )}
            </div>
            <Group gap="xs" wrap="nowrap" align="flex-start" className={classes.words}>
              <Radio.Indicator mt={2} />
              <div>
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <Text size="xs" c="dimmed">
                  {about}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
