import { describe, expect, test } from 'vitest';
import { CredentialVault, DecryptionError } from '../../../../worker/adapters/secrets/credential-vault.ts';

const key = (id: string, byte: number): string => `${id}:${new Uint8Array(32).fill(byte).toBase64()}`;
const OLD = key('2025', 1);
const NEW = key('2026', 2);

describe('sealed credentials', () => {
  test('are opened by the key that sealed them, and say which it was', async () => {
    const sealed = await new CredentialVault(OLD).seal('secret', 'target');
    expect(sealed).toMatch(/^2025\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain('secret');
    expect(await new CredentialVault(OLD).open(sealed, 'target')).toBe('secret');
  });

  test('are never sealed alike twice', async () => {
    const vault = new CredentialVault(OLD);
    expect(await vault.seal('secret', 'target')).not.toBe(await vault.seal('secret', 'target'));
  });

  test('are still opened after the key was rotated, and known to be under the old one', async () => {
    const sealed = await new CredentialVault(OLD).seal('secret', 'target');
    const rotated = new CredentialVault(NEW, [OLD]);
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(await rotated.open(sealed, 'target')).toBe('secret');
    const resealed = await rotated.seal('secret', 'target');
    expect(rotated.isCurrent(resealed)).toBe(true);
    expect(await new CredentialVault(NEW).open(resealed, 'target')).toBe('secret');
  });

  test.each([
    ['a key that is gone', new CredentialVault(NEW), 'target'],
    ['another key of the same id', new CredentialVault(key('2025', 3)), 'target'],
    ['another target', new CredentialVault(OLD), 'another target'],
  ])('are not opened for %s', async (_, vault, context) => {
    const sealed = await new CredentialVault(OLD).seal('secret', 'target');
    await expect(vault.open(sealed, context)).rejects.toThrow(DecryptionError);
  });

  test.each(['2025', '2025..', '2025.AAAA.AAAA', '2025.not base64.x', ''])('%j are none', async (sealed) => {
    await expect(new CredentialVault(OLD).open(sealed, 'target')).rejects.toThrow(DecryptionError);
  });
});
