import { edgeLimits } from '../../../compose/template-limits.ts';
import { TextReader } from '../../../compose/text-reader.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { findNewestComponents, type FindComponents } from './pins/find-components.ts';

/** The checks of one request share this, however many templates it has. */
export interface Reading {
  readonly find: FindComponents;
  readonly texts: TextReader;
}

/** @param find default: the newest versions in the workspace */
export const startReading = (ctx: Ctx, find: FindComponents = findNewestComponents(ctx)): Reading => ({
  find,
  texts: newReader(ctx),
});

export const newReader = ({ workspace: { plan }, meter }: Ctx): TextReader =>
  new TextReader(edgeLimits(PLANS[plan].maxHtmlBytes), meter);
