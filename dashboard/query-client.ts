import { QueryClient } from '@tanstack/react-query';
import { RequestProblem } from './api/problem.ts';

/** What was refused would be refused again; what never arrived may arrive. */
const mayHelp = (error: Error): boolean =>
  !(error instanceof RequestProblem) || error.status === 0 || error.status >= 502;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && mayHelp(error),
    },
  },
});
