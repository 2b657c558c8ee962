import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { Connection, ConnectionLost } from '@platen/print-engine';
import { type DevToolsMessageRefused, openPipe } from '../../../renderer/container/image/devtools-pipe.ts';

function openTestPipe(maxMessageBytes = 1_000) {
  const commands = new PassThrough();
  const events = new PassThrough();
  const refusals: DevToolsMessageRefused[] = [];
  const onRefused = (error: DevToolsMessageRefused) => void refusals.push(error);
  const socket = openPipe(commands, events, { maxMessageBytes, onRefused });
  const received: unknown[] = [];
  socket.addEventListener('message', ({ data }) => received.push(data));
  return { commands, events, refusals, received, socket };
}

describe('the DevTools pipe', () => {
  test('finds messages in chunks of any size, up to the limit', async () => {
    const { events, received, refusals } = openTestPipe(8);
    for (const chunk of ['12345678\0', '1234', '5678', '\0a\0bc', '\0']) events.write(chunk);
    await nextTurn();
    expect(received).toEqual(['12345678', '12345678', 'a', 'bc']);
    expect(refusals).toEqual([]);
  });

  test.each([
    ['in one chunk', ['123456789\0']],
    ['in several chunks', ['1234', '5678', '9']],
    ['after another message', ['a\0', '123456789']],
  ])('closes when a browser sends a message that is too long, %s', async (_name, chunks) => {
    const { commands, events, refusals, socket, received } = openTestPipe(8);
    const onClose = vi.fn();
    socket.addEventListener('close', onClose);
    for (const chunk of chunks) events.write(chunk);
    await once(events, 'close');
    events.write('later\0');
    await nextTurn();
    expect(onClose).toHaveBeenCalled();
    expect(commands.destroyed).toBe(true);
    expect(refusals).toMatchObject([
      { name: 'DevToolsMessageRefused', message: 'a DevTools message has more than 8 bytes' },
    ]);
    expect(received).not.toContain('later');
  });

  test('holds nothing of a message that is too long for a string', async () => {
    const { events, refusals } = openTestPipe(32 * 2 ** 20);
    const chunk = Buffer.alloc(2 ** 20, 'x');
    let sent = 0;
    while (!events.destroyed && sent < 600) {
      events.write(chunk);
      sent += 1;
      await nextTurn();
    }
    expect(refusals).toHaveLength(1);
    expect(sent).toBeLessThan(40);
  });

  test('fails the commands of a connection whose browser sends what is not JSON', async () => {
    const { events, refusals, socket } = openTestPipe();
    const connection = new Connection(socket);
    const version = connection.send('Browser.getVersion', {}, 5_000);
    events.write('{"id":1,\0');
    await expect(version).rejects.toBeInstanceOf(ConnectionLost);
    expect(refusals).toMatchObject([{ message: expect.stringContaining('cannot be read: SyntaxError') }]);
  });
});
