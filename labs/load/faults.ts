import { signalAll, descendants } from '../../scripts/local/process-tree.ts';
import type { Random } from '../../test/support/random.ts';
import type { Receiver } from '../../test/support/receiver.ts';
import type { RestartedService } from '../../test/support/restarted-service.ts';
import type { S3Server } from '../../test/support/stores/s3-server.ts';
import type { SeenProcesses } from './processes.ts';
import type { Settlement } from './settle.ts';
import type { Population } from './workspaces.ts';

/** A fault of the service, and its repair. */
export interface Fault {
  readonly name: string;
  begin(): Promise<void> | void;
  end?(): Promise<void> | void;
}

export interface Broken {
  readonly service: RestartedService;
  readonly population: Population;
  readonly settlement: Settlement;
  readonly receiver: Receiver;
  readonly store: S3Server;
  /** The process that is the container, or null if none runs. */
  readonly rendererPid: () => number | null;
  readonly processes: SeenProcesses;
  readonly openBatches: () => readonly string[];
  readonly random: Random;
}

const MINUTE_MS = 60_000;

const MODES = ['fails', 'hangs', 'answers-half'] as const;

/** The part of the calls that meet a fault. Others succeed, so that steps of one request meet different fates. */
const SHARE = 0.5;

/** The browser of the callers of this machine. */
const BROKER = 'local-0';

/** All faults, each once. */
export function faultsOf(broken: Broken): Fault[] {
  return [
    ...kills(broken),
    ...bindingFaults(broken),
    ...remoteFaults(broken),
    ...resets(broken),
    minute(broken),
  ];
}

function kills({ service, settlement, rendererPid }: Broken): Fault[] {
  return [
    { name: 'Chromium is killed', begin: () => service.killBrowsers() },
    {
      name: 'the renderer is killed',
      begin: () => {
        const pid = rendererPid();
        if (pid !== null) signalAll([...descendants(pid), pid], 'SIGKILL');
      },
    },
    {
      name: 'workerd is killed',
      begin: async () => {
        await service.kill();
        await service.startAt(settlement.aheadMs);
      },
    },
  ];
}

function bindingFaults({ service, random }: Broken): Fault[] {
  const set = async (binding: string, mode: string): Promise<void> =>
    void (await service.control(`fault?binding=${binding}&mode=${mode}&share=${SHARE}`));
  const repair = async (): Promise<void> => void (await service.control('fault'));
  const of = (binding: string, mode: (typeof MODES)[number]): Fault => ({
    name: `${binding} ${mode}`,
    begin: () => set(binding, mode),
    end: repair,
  });
  return [
    ...['FILES', 'DB'].flatMap((binding) => MODES.map((mode) => of(binding, mode))),
    ...['TEMPLATES', 'JOBS', 'BATCHES', 'COPIES'].map((binding) => of(binding, random.pick(MODES))),
  ];
}

function remoteFaults({ receiver, store, random }: Broken): Fault[] {
  const failing = random.pick(['fails', 'hangs', 'closes'] as const);
  return [
    {
      name: `the receiver of webhooks ${failing}`,
      begin: () => receiver.breakBy(failing),
      end: () => receiver.breakBy(null),
    },
    ...(['failing', 'hanging', 'dying'] as const).map((fault) => ({
      name: `external storage is ${fault}`,
      begin: () => store.breakBy(fault),
      end: () => store.breakBy(null),
    })),
  ];
}

function resets({ service, population, openBatches, random }: Broken): Fault[] {
  const reset = async (object: string, name: string): Promise<void> =>
    void (await service.control(`reset?object=${object}&name=${encodeURIComponent(name)}`));
  const each = (object: string, names: () => readonly string[], what = `each ${object}`): Fault => ({
    name: `${what} is reset`,
    begin: async () => {
      for (const name of names()) await reset(object, name);
    },
  });
  const { workspaces } = population;
  const one = random.pick(workspaces);
  return [
    each('LEDGER', () => workspaces.map(({ id }) => id)),
    each('WEBHOOK_DESK', () => workspaces.map(({ webhookId }) => webhookId)),
    each('BATCH_DESK', openBatches),
    each('BROWSER_BROKER', () => [BROKER]),
    each('LEDGER', () => [one.id], `the LEDGER of ${one.name}`),
  ];
}

const minute = ({ settlement }: Broken): Fault => ({
  name: 'the clock moves over a minute',
  begin: () => settlement.moveOn(MINUTE_MS),
});
