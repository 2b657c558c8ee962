import { queryOptions } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operator', 'operators'],
  queryFn: ({ signal }) => readData(consoleApi.GET('/console/operator/operators', { signal })),
});
