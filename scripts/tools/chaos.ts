/** Runs the service under load with faults. [--minutes N] [--renderer NAME] [--seed N] */
import { chaos } from '../../test/load/chaos.ts';
import { runLoad } from '../../test/load/command.ts';

await runLoad('chaos', chaos);
