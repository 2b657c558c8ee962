/** Runs the service under load with faults. [--minutes N] [--renderer NAME] [--seed N] */
import { chaos } from '../load/chaos.ts';
import { runLoad } from '../load/command.ts';

await runLoad('chaos', chaos);
