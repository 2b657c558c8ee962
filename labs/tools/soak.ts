/** Sends twice the load that the service takes. [--minutes N] [--renderer NAME] [--seed N] */
import { soak } from '../load/soak.ts';
import { runLoad } from '../load/command.ts';

await runLoad('soak', soak);
