/** Sends twice the load that the service takes. [--minutes N] [--renderer NAME] [--seed N] */
import { soak } from '../../test/load/soak.ts';
import { runLoad } from '../../test/load/command.ts';

await runLoad('soak', soak);
