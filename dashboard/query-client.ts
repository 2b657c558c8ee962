import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './api/request-error.ts';

/** Network failures and gateway errors may be temporary. Other errors would only occur again. */
const isRetryable = (error: Error): boolean =>
  !(error instanceof RequestError) || error.status === 0 || error.status >= 502;

/** Without a connection a request fails and shows an error. By default it would wait silently. */
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
    },
  },
});
