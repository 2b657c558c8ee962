import { InvalidBody } from '../../compose/body-text.ts';
import { UnusableAssets } from '../../compose/assets/unusable-assets.ts';
import { FaultyComposition, InvalidComposition, TemplateError } from '../../compose/errors.ts';
import { toFailedOutcome, toRenderFailure } from '../outcome.ts';
import { NeedsComponents } from './needs-components.ts';
import type { Refusal, Refused } from './protocol.ts';

// A message loses the class of an error: between the Worker and the container, and between the threads of the container.

export function toRefusal(error: unknown): Refusal {
  if (error instanceof InvalidBody) return { kind: 'invalid', details: [...error.details] };
  if (error instanceof InvalidComposition) {
    const { details, composeMs } = error;
    return { kind: 'invalid', details: [...details], composeMs };
  }
  if (error instanceof UnusableAssets) {
    const { code, details } = error;
    return { kind: 'assets', code, details: [...details] };
  }
  if (error instanceof NeedsComponents) {
    const { partials, assets } = error.names;
    return { kind: 'needs', partials: [...partials], assets: [...assets] };
  }
  if (error instanceof FaultyComposition) {
    const { faults, composeMs } = error;
    return { kind: 'unknown-names', faults, composeMs };
  }
  if (error instanceof TemplateError) {
    const { document, message, details, composeMs } = error;
    return { kind: 'template', document, message, details: [...details], composeMs };
  }
  return toFailedOutcome(error);
}

export function toError(refused: Refused): Error {
  switch (refused.kind) {
    case 'invalid': {
      const { details, composeMs } = refused;
      return Object.assign(new InvalidComposition(details), { composeMs });
    }
    case 'assets':
      return new UnusableAssets(refused.code, refused.details);
    case 'needs':
      return new NeedsComponents(refused);
    case 'unknown-names': {
      const { faults, composeMs } = refused;
      return Object.assign(new FaultyComposition(faults), { composeMs });
    }
    case 'template': {
      const { document, message, details, composeMs } = refused;
      return Object.assign(new TemplateError(document, message, { details }), { composeMs });
    }
    default:
      return toRenderFailure(refused);
  }
}
