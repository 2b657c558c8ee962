import { cpuUsage } from 'node:process';
import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';

/** Time of the processor, not of the wall: what else the machine does is no fault of the template. */
describeHostileTemplates(() => {
  const { user, system } = cpuUsage();
  return Promise.resolve((user + system) / 1_000);
});
