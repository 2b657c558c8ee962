import { NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './PageOptionsForm.module.css';

type Watermark = NonNullable<PdfOptions['watermark']>;

const NUMBERS = [
  { field: 'opacity', label: 'Opacity', min: 0.01, max: 1, step: 0.05, placeholder: '0.15' },
  { field: 'angle', label: 'Angle (degrees)', min: -360, max: 360, step: 15, placeholder: '45' },
  { field: 'width', label: 'Width (mm)', min: 5, max: 5_080, step: 10, placeholder: 'Fits the page' },
] as const;

/** An image is written as JSON, because it is long. */
export function WatermarkFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { watermark = {} } = value;
  const change = (part: Partial<Watermark>) =>
    onChange(withChange(value, { watermark: withChange<Watermark>(watermark, part) }));
  const isImage = watermark.image !== undefined;
  return (
    <Stack gap="sm">
      <div className={classes.pair}>
        <TextInput
          name="watermark.text"
          label="Text"
          placeholder={isImage ? 'The watermark is an image' : 'DRAFT'}
          disabled={isImage}
          value={watermark.text ?? ''}
          error={problems?.watermark ?? problems?.['watermark.text']}
          onChange={({ currentTarget }) => change({ text: currentTarget.value || undefined })}
        />
        <TextInput
          label="Colour"
          placeholder="#000000"
          value={watermark.color ?? ''}
          error={problems?.['watermark.color']}
          onChange={({ currentTarget }) => change({ color: currentTarget.value || undefined })}
        />
        {NUMBERS.map(({ field, ...props }) => (
          <NumberInput
            key={field}
            {...props}
            value={watermark[field] ?? ''}
            error={problems?.[`watermark.${field}`]}
            onChange={(number) => change({ [field]: number === '' ? undefined : Number(number) })}
          />
        ))}
        <TextInput
          label="On pages"
          placeholder="All"
          value={watermark.pageRanges ?? ''}
          error={problems?.['watermark.pageRanges']}
          onChange={({ currentTarget }) => change({ pageRanges: currentTarget.value || undefined })}
        />
        <NativeSelect
          label="Layer"
          value={watermark.layer ?? 'above'}
          data={[
            { value: 'above', label: 'Above the content' },
            { value: 'below', label: 'Below the content' },
          ]}
          onChange={({ currentTarget }) =>
            change({ layer: currentTarget.value === 'below' ? 'below' : undefined })
          }
        />
      </div>
      <Switch
        label="Repeat all over the page"
        checked={watermark.tiled ?? false}
        onChange={({ currentTarget }) => change({ tiled: currentTarget.checked || undefined })}
      />
    </Stack>
  );
}
