import type { Revision } from '@platen/pdf';
import type { ReworkSteps } from '../../verbs/make/rework/rework.ts';
import type { Fields } from './fields.ts';
import { BadValue, parseInteger } from './go-values.ts';
import { isInSelection, parseSelection } from './page-selection.ts';
import { badForm } from './refusals.ts';

export type Rotation = NonNullable<Revision['rotation']>;

/** @returns the rotation, when the form is valid */
export function readRotation(fields: Fields, isRequired = false): () => Rotation | null {
  if (isRequired) fields.require('rotateAngle');
  const degrees = fields.custom('rotateAngle', (text) => {
    const angle = parseInteger(text);
    if (angle === 90 || angle === 180 || angle === 270) return angle;
    throw new BadValue('wrong value, expected 90, 180, or 270');
  });
  const pages = fields.string('rotatePages');
  return () => {
    if (degrees === null) return null;
    const selection = pages === '' ? null : parseSelection(pages);
    if (pages !== '' && selection === null)
      throw badForm([`form field 'rotatePages' is invalid (got '${pages.slice(0, 100)}')`]);
    return { degrees, isTurned: (page) => selection === null || isInSelection(selection, page) };
  };
}

/** @returns undefined if nothing is changed */
export const revisionOf = (given: {
  readonly rotation: Rotation | null;
  readonly info: ReadonlyMap<string, string> | null;
  readonly flatten?: boolean;
}): ReworkSteps['revision'] =>
  given.rotation === null && given.info === null && given.flatten !== true ? undefined : () => given;
