import { ApiError } from '../../lib/api-error.ts';

/** A form that Gotenberg would refuse, in its words. */
export const badForm = (problems: readonly string[]): ApiError =>
  refused(`Invalid form data: ${problems.join('\n')}`);

export const refused = (message: string): ApiError => new ApiError('VALIDATION_ERROR', { message });
