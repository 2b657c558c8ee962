import { CommandFailure } from '../../command.ts';
import { installedChromiums } from './installed-chromiums.ts';
import { isExecutable, type Machine } from './machine.ts';

const HOW_TO_INSTALL = [
  'Install Google Chrome (https://www.google.com/chrome/) or Chromium,',
  'or download the headless shell, which prints faster: npx playwright install --only-shell chromium',
  'or set PLATEN_CHROMIUM to the program.',
];

/**
 * `PLATEN_CHROMIUM`, then `CHROME_PATH`, then what is installed.
 * @throws {CommandFailure} there is none; the message says how to install one
 */
export function findChromium(machine: Machine): string {
  for (const name of ['PLATEN_CHROMIUM', 'CHROME_PATH']) {
    const program = machine.env[name];
    if (!program) continue;
    if (isExecutable(program)) return program;
    throw new CommandFailure(`${name} is not an executable file: ${program}`, [
      'Set it to a Chrome or Chromium.',
    ]);
  }
  for (const program of installedChromiums(machine)) return program;
  throw new CommandFailure('No Chromium was found on this machine.', HOW_TO_INSTALL);
}
