import { useQueryClient } from '@tanstack/react-query';
import type { InstanceOperator } from '../../../schema/console/operators.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery } from '../../session.ts';
import { operatorsQuery } from './operators-query.ts';

interface RemoveOperatorDialogProps {
  readonly operator: InstanceOperator | null;
  readonly own: boolean;
  readonly onClose: () => void;
}

export function RemoveOperatorDialog({ operator, own, onClose }: RemoveOperatorDialogProps) {
  const queryClient = useQueryClient();

  async function remove({ id }: InstanceOperator) {
    await consoleApi.DELETE('/console/operator/operators/{id}', { params: { path: { id } } });
    if (own) return queryClient.invalidateQueries(sessionQuery);
    await queryClient.invalidateQueries(operatorsQuery);
  }

  return (
    <ConfirmDialog
      opened={operator !== null}
      onClose={onClose}
      title={own ? 'Stop being an operator' : `Remove ${operator?.name ?? ''} from the operators`}
      confirmLabel={own ? 'Stop being an operator' : 'Remove'}
      onConfirm={async () => operator && remove(operator)}
    >
      {own
        ? 'You lose access to this page. Another operator can add you again. Your account and your workspaces stay.'
        : `${operator?.name} loses access to this page. Their account and their workspaces stay.`}
    </ConfirmDialog>
  );
}
