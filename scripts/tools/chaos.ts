/** `npm run chaos -- --minutes N [--renderer …] [--seed N]`: faults under load. The books match afterwards. */
import { chaos } from '../../test/load/chaos.ts';
import { runLoad } from '../../test/load/command.ts';

await runLoad('chaos', chaos);
