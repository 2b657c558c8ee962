import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { installExtra } from '../../scripts/packages/install-extra.ts';
import { type Peer, PEER_FOLDER } from './peer.ts';
import { buildGotenberg, findPrograms } from './peer-programs.ts';
import { gotenberg, nodeServer, serverPeer } from './peer-servers.ts';

/** Installs the other services. They start with their first document. */
export async function startPeers(): Promise<readonly Peer[]> {
  installExtra(PEER_FOLDER);
  const { executablePath: chromium } = await prepareLocalBrowser();
  const program = buildGotenberg();
  const servers = [
    ...(program === null ? [] : [gotenberg(program, chromium)]),
    {
      ...nodeServer('Puppeteer, a context for each PDF', 'puppeteer-server.mjs', chromium),
      hasBands: true,
    },
    { ...nodeServer('jsreport, a pool of two Chromes', 'jsreport-server.mjs', chromium), hasBands: true },
    {
      ...nodeServer('Typst', 'typst-server.mjs', chromium, ({ typst, data }) => ({ source: typst, data })),
      hasBands: false,
      isForTemplates: true,
    },
  ];
  return [...servers.map(serverPeer), ...findPrograms()];
}
