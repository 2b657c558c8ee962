import { NativeSelect } from '@mantine/core';
import { PreviewPane } from '../../document-editor/PreviewPane.tsx';
import type { PartialPreview } from './use-partial-preview.ts';

interface PartialPreviewPaneProps extends PartialPreview {
  readonly name: string;
}

/** The PDF of a template that uses the partial, with the text of the editor. */
export function PartialPreviewPane({ name, preview, template, ...choices }: PartialPreviewPaneProps) {
  // Alone, the partial has no data.
  const warnings =
    template === null
      ? preview.warnings.filter(({ code }) => code !== 'EMPTY_PLACEHOLDER')
      : preview.warnings;
  return (
    <PreviewPane
      preview={{ ...preview, warnings }}
      name={template?.name ?? name}
      isDataValid
      choices={<Choices template={template} {...choices} />}
    />
  );
}

type ChoicesProps = Omit<PartialPreview, 'preview'>;

function Choices({ templates, template, chooseTemplate, samples, sample, chooseSample }: ChoicesProps) {
  return (
    <>
      {templates.length > 0 && (
        <NativeSelect
          aria-label="Template of the preview"
          size="xs"
          value={template?.templateId ?? ''}
          data={[
            ...templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
            { value: '', label: 'This partial alone' },
          ]}
          onChange={(event) => chooseTemplate(event.currentTarget.value)}
        />
      )}
      {samples.length > 1 && (
        <NativeSelect
          aria-label="Sample data of the preview"
          size="xs"
          value={sample?.name}
          data={samples.map(({ name }) => name)}
          onChange={(event) => chooseSample(event.currentTarget.value)}
        />
      )}
    </>
  );
}
