import { NativeSelect, NumberInput, Stack, Switch } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

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
        <OptionalText
          name="watermark.text"
          label="Text"
          placeholder={isImage ? 'The watermark is an image' : 'DRAFT'}
          disabled={isImage}
          value={watermark.text}
          error={problems?.watermark ?? problems?.['watermark.text']}
          onChange={(text) => change({ text })}
        />
        <OptionalText
          label="Colour"
          placeholder="#000000"
          value={watermark.color}
          error={problems?.['watermark.color']}
          onChange={(color) => change({ color })}
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
        <OptionalText
          label="On pages"
          placeholder="All"
          value={watermark.pageRanges}
          error={problems?.['watermark.pageRanges']}
          onChange={(pageRanges) => change({ pageRanges })}
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
