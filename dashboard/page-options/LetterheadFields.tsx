import { NativeSelect } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

type Letterhead = NonNullable<PdfOptions['letterhead']>;

const PAGES = [
  { field: 'first', label: 'Below the first page', otherwise: 'Page 1' },
  { field: 'others', label: 'Below all other pages', otherwise: 'Page 2, or 1 if it has one page' },
] as const;

/** The pages that can be chosen without JSON. */
const CHOICES = [1, 2, 3, 4];

export function LetterheadFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { letterhead = {} } = value;
  const change = (part: Partial<Letterhead>) =>
    onChange(withChange(value, { letterhead: withChange<Letterhead>(letterhead, part) }));
  return (
    <div className={classes.pair}>
      <OptionalText
        name="letterhead.asset"
        label="Asset"
        placeholder="letterhead.pdf"
        description="The name of a PDF on the page Assets."
        value={letterhead.asset}
        error={problems?.letterhead ?? problems?.['letterhead.asset']}
        onChange={(asset) => change({ asset })}
      />
      <OptionalText
        name="letterhead.fileId"
        label="Or a file"
        description="The id of a PDF. It ends with its retention."
        value={letterhead.fileId}
        error={problems?.['letterhead.fileId']}
        onChange={(fileId) => change({ fileId })}
      />
      {PAGES.map(({ field, label, otherwise }) => (
        <NativeSelect
          key={field}
          label={label}
          value={letterhead[field] ?? ''}
          error={problems?.[`letterhead.${field}`]}
          data={[
            { value: '', label: otherwise },
            { value: 'none', label: 'None' },
            ...CHOICES.concat(
              typeof letterhead[field] === 'number' && letterhead[field] > CHOICES.length
                ? letterhead[field]
                : [],
            ).map((page) => ({ value: `${page}`, label: `Page ${page}` })),
          ]}
          onChange={({ currentTarget }) => change({ [field]: toPage(currentTarget.value) })}
        />
      ))}
    </div>
  );
}

function toPage(chosen: string): Letterhead['first'] {
  if (chosen === '') return undefined;
  return chosen === 'none' ? chosen : Number(chosen);
}
