import { type FinishRequest, finishRequest } from '../../../schema/api/assemble.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import { invalidRequest } from '../../lib/api-error.ts';

/** Checks what a form asks for as the API checks its own options. @throws {ApiError} */
export function requireOptions(options: unknown): FinishRequest['options'] {
  const { success, data, error } = finishRequest.shape.options.safeParse(options);
  if (success) return data;
  throw invalidRequest(describeIssues(error, options));
}
