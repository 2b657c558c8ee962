import { Checkbox, Tooltip, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { KeptFile } from '../../../../schema/api/files.ts';
import { FILE_TYPES } from '../../../../schema/media-types.ts';
import classes from './Selection.module.css';
import { isSelectable } from './use-selection.ts';

interface SelectBoxProps {
  readonly file: KeptFile;
  readonly checked: boolean;
  /** @param through the shift key is pressed */
  readonly onToggle: (through: boolean) => void;
}

export function SelectBox({ file, checked, onToggle }: SelectBoxProps) {
  if (!isSelectable(file)) return <RefusedBox file={file} />;
  return (
    <Checkbox
      aria-label={`Select ${file.filename}`}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  );
}

/** Not `disabled`, so that the keyboard reaches the reason too. */
function RefusedBox({ file: { filename, mediaType } }: { readonly file: KeptFile }) {
  const id = useId();
  const reason = `This is a picture (${FILE_TYPES[mediaType].noun}). Only PDFs can be merged or split.`;
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
        <Checkbox
          className={classes.refused}
          aria-label={`Select ${filename}`}
          aria-describedby={id}
          aria-disabled
          checked={false}
          onChange={() => {}}
        />
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  );
}
