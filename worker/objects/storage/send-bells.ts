export interface BellSender<Bell> {
  readonly queue: () => Queue<Bell>;
  /** Runs work that the caller does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** Nobody waits for it: a bell that was not sent is rung again by the alarm. @param failure the event of the log line */
export function sendBells<Bell extends { readonly workspaceId: string }>(
  { queue, inBackground }: BellSender<Bell>,
  bells: readonly Bell[],
  failure: string,
): void {
  const [first] = bells;
  if (first === undefined) return;
  const { workspaceId } = first;
  const sending = queue().sendBatch(bells.map((body) => ({ body })));
  inBackground(
    sending.catch((error: unknown) =>
      console.error(JSON.stringify({ event: failure, workspaceId, cause: String(error) })),
    ),
  );
}
