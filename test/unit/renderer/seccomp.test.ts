import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';

const profile = z.strictObject({
  defaultAction: z.literal('SCMP_ACT_ALLOW'),
  syscalls: z.array(
    z.strictObject({
      names: z.array(z.string().regex(/^[a-z0-9_]+$/)).min(1),
      action: z.literal('SCMP_ACT_ERRNO'),
      errnoRet: z.int(),
      args: z
        .array(z.strictObject({ index: z.int(), value: z.int(), op: z.literal('SCMP_CMP_EQ') }))
        .optional(),
    }),
  ),
});

const read = async () =>
  profile.parse(JSON.parse(await readFile(inProject('renderer/container/image/seccomp.json'), 'utf8')));

test('the seccomp profile has the form that Docker reads', async () => {
  expect((await read()).syscalls.length).toBeGreaterThan(0);
});

test("the seccomp profile allows what Chromium's sandbox needs, and refuses what it does not", async () => {
  const { syscalls } = await read();
  const refused = syscalls.filter(({ args }) => args === undefined).flatMap(({ names }) => names);
  for (const name of ['chroot', 'clone', 'clone3', 'unshare', 'seccomp']) expect(refused).not.toContain(name);
  for (const name of [
    'bpf',
    'finit_module',
    'io_uring_setup',
    'kexec_load',
    'keyctl',
    'mount',
    'ptrace',
    'setns',
  ]) {
    expect(refused).toContain(name);
  }
});
