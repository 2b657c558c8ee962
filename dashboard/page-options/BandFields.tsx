import { Stack, Switch, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { type band, DEFAULT_BAND_HEIGHT_MM, MAX_BAND_HEIGHT_MM } from '../../schema/api/pdf-options.ts';
import { MillimetreInput } from './MillimetreInput.tsx';
import { withChange } from './with-change.ts';
import classes from './PageOptionsForm.module.css';

type Band = z.infer<typeof band>;

interface BandFieldsProps {
  readonly name: 'Header' | 'Footer';
  readonly value: Band | undefined;
  readonly onChange: (value: Band | undefined) => void;
  readonly skipFirst: boolean;
  readonly onSkipFirst: (skip: boolean) => void;
}

/** Source: contract 6.4. */
export const isBandEnabled = (value: Band | undefined): boolean =>
  value?.enabled ?? value?.content !== undefined;

export function BandFields({ name, value = {}, onChange, skipFirst, onSkipFirst }: BandFieldsProps) {
  const change = (part: Partial<Band>) => onChange(withChange(value, part));
  return (
    <Stack gap="sm">
      <Switch
        label={`Print a ${name.toLowerCase()}`}
        checked={isBandEnabled(value)}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      {isBandEnabled(value) && (
        <>
          <Textarea
            label="Content"
            description="HTML with Handlebars. Elements with the class pageNumber, totalPages, date, title or url are filled in."
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            classNames={{ input: classes.code }}
            value={value.content ?? ''}
            onChange={(event) => change({ content: event.currentTarget.value, enabled: true })}
          />
          <MillimetreInput
            label="Height from the paper edge"
            max={MAX_BAND_HEIGHT_MM}
            fallback={DEFAULT_BAND_HEIGHT_MM}
            value={value.height}
            onChange={(height) => change({ height })}
          />
          <Switch
            label="Skip the first page"
            checked={skipFirst}
            onChange={(event) => onSkipFirst(event.currentTarget.checked)}
          />
        </>
      )}
    </Stack>
  );
}
