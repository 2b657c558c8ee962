import { testFullPlan, useBulkService } from './support/bulk-lane.ts';

useBulkService();

testFullPlan('growth', 9_800_000, 9);
testFullPlan('scale', 49_000_000, 46);

// It takes some gigabytes of memory: `npm run tool -- sweeps` tests it too.
if (process.env.LARGEST_PLAN) testFullPlan('scale-enterprise', 245_000_000, 233);
