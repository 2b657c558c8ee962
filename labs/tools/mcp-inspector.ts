/** Prints an invoice with the official inspector of MCP, through /mcp of a service that it starts. */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalWorkspace, EXAMPLE_DATA } from '../../scripts/local/local-workspace.ts';
import { startService } from '../../scripts/local/service.ts';
import { runPackage } from '../../scripts/packages/npx.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

const stateDir = await mkdtemp(join(tmpdir(), 'platen-mcp-'));
process.once('exit', () => rmSync(stateDir, { recursive: true, force: true }));
const service = await startService({ stateDir, port: 0, onError: (line) => console.error(line) });
try {
  const { key, templateId } = await createLocalWorkspace(service, 'Inspector');
  const inspect = (...method: string[]): Promise<void> =>
    runPackage([INSPECTOR], () => [
      'mcp-inspector',
      '--cli',
      `${service.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `X-API-Key: ${key}`,
      ...method,
    ]);
  await inspect('--method', 'tools/list', '--strict');
  const data = JSON.stringify(JSON.parse(await readFile(EXAMPLE_DATA, 'utf8')));
  const args = ['--tool-arg', `templateId=${templateId}`, `templateData=${data}`];
  await inspect('--method', 'tools/call', '--tool-name', 'render', ...args);
} finally {
  await service.stop();
}
