/** Compares the starters with their snapshots, as `platen test` does. `--record` replaces the snapshots. */
import { main } from '../../cli/main.ts';
import { processIo } from '../../cli/io.ts';
import { STARTERS } from '../../dashboard/starters/starters.ts';
import { starterFolder } from '../generate/read-starter.ts';
import { prepareLocalBrowser, projectFonts } from '../local/local-browser.ts';

const fonts = await projectFonts();
if (fonts === null) {
  console.error('The snapshots are from the headless shell that npm has for Linux on x64.');
  process.exit(2);
}
Object.assign(process.env, fonts);
const { executablePath } = await prepareLocalBrowser();
const io = processIo();
const folders = STARTERS.flatMap(({ name }) => ['--folder', starterFolder(name)]);
process.exitCode = await main(['test', ...folders, ...process.argv.slice(2)], {
  ...io,
  env: { ...io.env, PLATEN_CHROMIUM: executablePath },
});
