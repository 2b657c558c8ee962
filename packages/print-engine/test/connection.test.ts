import { expect, test, onTestFinished, vi } from 'vitest';
import { CommandRefused, CommandTimeout, Connection, ConnectionLost } from '../devtools/connection.ts';

interface SentCommand {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
}

class FakeSocket {
  readonly sent: SentCommand[] = [];
  readonly #listeners = new Map<string, (event: { data: unknown }) => void>();

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.emit('close');
  }

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }

  emit(type: string, message?: unknown): void {
    this.#listeners.get(type)?.({ data: JSON.stringify(message) });
  }
}

function connect() {
  const socket = new FakeSocket();
  return { socket, connection: new Connection(socket) };
}

test('a command resolves with the result of its id', async () => {
  const { socket, connection } = connect();
  const first = connection.send('Browser.getVersion', {}, 1_000);
  const second = connection.send('Browser.getVersion', {}, 1_000);
  socket.emit('message', { id: socket.sent[1]?.id, result: { product: 'second' } });
  socket.emit('message', { id: socket.sent[0]?.id, result: { product: 'first' } });
  expect([(await first).product, (await second).product]).toEqual(['first', 'second']);
});

test('an error of the browser is CommandRefused, with the method', async () => {
  const { socket, connection } = connect();
  const command = connection.send('Browser.getVersion', {}, 1_000);
  socket.emit('message', { id: socket.sent[0]?.id, error: { message: 'no' } });
  await expect(command).rejects.toThrow(CommandRefused);
  await expect(command).rejects.toThrow('Browser.getVersion: no');
});

test('a command without an answer is CommandTimeout', async () => {
  const { connection } = connect();
  await expect(connection.send('Browser.getVersion', {}, 0)).rejects.toThrow(CommandTimeout);
});

test('each command ends at its own time, whatever the others have', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket, connection } = connect();
  const ended: string[] = [];
  const send = (timeoutMs: number) =>
    connection.send('Browser.getVersion', {}, timeoutMs).catch((error: Error) => ended.push(error.message));
  const all = [send(Number.POSITIVE_INFINITY), send(60_000), send(40), send(1)];
  await vi.advanceTimersByTimeAsync(10);
  expect(ended).toEqual(['Browser.getVersion: no answer in 1 ms']);
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toEqual(['Browser.getVersion: no answer in 1 ms', 'Browser.getVersion: no answer in 40 ms']);
  for (const { id } of socket.sent.slice(0, 2)) socket.emit('message', { id, result: {} });
  await Promise.all(all);
  expect(ended).toHaveLength(2);
});

test('an event goes to the listener of its session only', () => {
  const { socket, connection } = connect();
  const seen: string[] = [];
  connection.listen('a', ({ method }) => seen.push(`a ${method}`));
  connection.listen(undefined, ({ method }) => seen.push(`browser ${method}`));
  socket.emit('message', { method: 'Page.loadEventFired', sessionId: 'a', params: {} });
  socket.emit('message', { method: 'Page.loadEventFired', sessionId: 'b', params: {} });
  socket.emit('message', { method: 'Target.targetCreated', params: {} });
  expect(seen).toEqual(['a Page.loadEventFired', 'browser Target.targetCreated']);
});

test('a session that is forgotten fails its commands and no others', async () => {
  const { socket, connection } = connect();
  const own = connection.send('Page.enable', {}, 1_000, 'a');
  const other = connection.send('Page.enable', {}, 1_000, 'b');
  connection.forget('a');
  await expect(own).rejects.toThrow(ConnectionLost);
  socket.emit('message', { id: socket.sent[1]?.id, result: {} });
  await expect(other).resolves.toEqual({});
});

test('a closed socket fails pending and later commands', async () => {
  const { socket, connection } = connect();
  const pending = connection.send('Browser.getVersion', {}, 1_000);
  socket.emit('close');
  await expect(pending).rejects.toThrow(ConnectionLost);
  await connection.closed;
  expect(connection.isLost).toBe(true);
  await expect(connection.send('Browser.getVersion', {}, 1_000)).rejects.toThrow(ConnectionLost);
});
