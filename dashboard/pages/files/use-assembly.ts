import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MadeFiles } from '../../../schema/console/files.ts';
import { randomText } from '../../../schema/ids.ts';
import { useWorkspace } from '../../session.ts';

interface Assembly<Body> {
  readonly body: Body;
  readonly send: (request: {
    params: { path: { ws: string }; header: { 'idempotency-key': string } };
    body: Body;
  }) => Promise<MadeFiles>;
  readonly onDone: (made: MadeFiles) => void;
  readonly describe: (made: MadeFiles) => string;
}

/** Makes files of files. The same request that is sent again makes and costs nothing more. */
export function useAssembly<Body>({ body, send, onDone, describe }: Assembly<Body>) {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const text = JSON.stringify(body);
  const key = useMemo(() => `dashboard-${randomText(22)}`, [text]);
  return useMutation({
    mutationFn: () => send({ params: { path: { ws }, header: { 'idempotency-key': key } }, body }),
    onSuccess: async (made) => {
      onDone(made);
      notifications.show({ message: describe(made) });
      await Promise.all(
        ['files', 'usage', 'audit'].map((list) =>
          client.invalidateQueries({ queryKey: ['workspace', ws, list] }),
        ),
      );
    },
  });
}

export const countCredits = (count: number): string =>
  count === 1 ? '1 credit' : `${count.toLocaleString()} credits`;

export const describeRest = (remaining: number): string =>
  remaining === 1 ? '1 credit is left.' : `${countCredits(remaining)} are left.`;
