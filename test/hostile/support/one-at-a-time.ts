import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, inject } from 'vitest';

/** A folder that exists while a file attacks the service: only one process can make it. */
const LOCK = join(dirname(inject('serviceLog')), 'attacked');

/** A file uses up the service that all files of the project share, so the next one waits for its end. */
let isOurs = false;

beforeAll(async () => {
  while (!(isOurs = await take())) await delay(100);
});

afterAll(async () => {
  if (isOurs) await rmdir(LOCK);
});

const take = (): Promise<boolean> =>
  mkdir(LOCK).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
