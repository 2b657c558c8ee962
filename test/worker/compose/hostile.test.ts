import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';

// A Worker's clock stands still until it waits for something.
describeHostileTemplates(async () => {
  await scheduler.wait(1);
  return Date.now();
});
