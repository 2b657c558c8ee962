/**
 * `node distant-chromium.ts PROGRAM EACH_WAY_MS [FLAG …]`: a Chromium whose DevTools messages are late, as on Cloudflare, where the
 * browser of Browser Run is on another machine than the Worker. This process takes some time of its own for each message.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const LOOPBACK = '127.0.0.1';
const LISTENING = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)(\/.*)$/;

const [program = '', delay = '0', ...flags] = process.argv.slice(2);
const eachWayMs = Number(delay);

/** Timers of one length fire in the order in which they were set. */
function passOn(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), eachWayMs));
  from.once('close', () => setTimeout(() => to.destroy(), eachWayMs));
  from.on('error', () => from.destroy());
}

/** @returns the port through which messages to `port` are late */
async function openDistantPort(port: number): Promise<number> {
  const server = createServer({ noDelay: true }, (client) => {
    const browser = connect({ host: LOOPBACK, port, noDelay: true });
    passOn(client, browser);
    passOn(browser, client);
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const chromium = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
chromium.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => chromium.kill());

for await (const line of createInterface({ input: chromium.stderr })) {
  const [, port, path] = LISTENING.exec(line) ?? [];
  console.error(
    port === undefined
      ? line
      : `DevTools listening on ws://${LOOPBACK}:${await openDistantPort(Number(port))}${path}`,
  );
}
