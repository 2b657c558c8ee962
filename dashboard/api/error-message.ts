import { RequestProblem } from './request-error.ts';

/** What went wrong in one line, with the request id: for where there is no room for more. */
export function problemWords(error: unknown): string {
  if (!(error instanceof RequestProblem)) return 'Something unexpected happened in the page.';
  const { code, message, details, requestId } = error;
  // The details of a mistake in a template are an excerpt: the editor shows it.
  const words = code === 'TEMPLATE_COMPILATION_ERROR' ? [message] : [message, ...details];
  return [...words, ...(requestId === null ? [] : [`Request ${requestId}`])].join(' · ');
}
