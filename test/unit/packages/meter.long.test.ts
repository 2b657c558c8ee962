import { describe } from 'vitest';
import { testPacked } from '../../support/packed-package.ts';

const PROGRAM = `
import { Meter, WorkLimitExceeded } from '@platen/meter';
const meter = new Meter({ maxWork: 3_000_000 });
meter.charge(3_000_000);
await meter.pause();
try {
  meter.charge(1);
} catch (error) {
  console.log(meter.isDue, error instanceof WorkLimitExceeded);
}
`;

const TYPED = `
import { Meter, type MeterLimits } from '@platen/meter';
export const part = (meter: Meter, limits: MeterLimits): Meter => meter.part(limits);
// @ts-expect-error work has a limit
new Meter({});
`;

describe('@platen/meter, packed and installed in an empty project', () => {
  testPacked({ folder: 'packages/meter', program: PROGRAM, prints: 'false true\n', typed: TYPED });
});
