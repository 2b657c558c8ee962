/** `npm run soak -- --minutes N [--renderer …] [--seed N]`: twice the load that the service takes. Nothing may grow or be lost. */
import { soak } from '../../test/load/soak.ts';
import { runLoad } from '../../test/load/command.ts';

await runLoad('soak', soak);
