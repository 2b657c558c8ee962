import { QueryClient } from '@tanstack/react-query';
import { RequestProblem } from './api/request-error.ts';

/** What was refused would be refused again; what never arrived may arrive. */
const mayHelp = (error: Error): boolean =>
  !(error instanceof RequestProblem) || error.status === 0 || error.status >= 502;

/** Without a connection a request fails and says so; by default it would wait in silence. */
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && mayHelp(error),
    },
  },
});
