import { notifications } from '@mantine/notifications';
import { toErrorMessage } from './error-message.ts';

/** Runs an action of a menu, which has no place for an error. Never rejects. */
export async function notifyOutcome(action: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await action();
    notifications.show({ message: done });
  } catch (error) {
    notifications.show({ color: 'danger', message: toErrorMessage(error) });
  }
}
