import { createCipheriv } from 'node:crypto';
import type { EncryptionOptions, Permissions } from '../options/finish-options.ts';
import { toHexString } from '../file/syntax.ts';
import { hashPassword } from './password-hash.ts';

/** The keys of one file. */
export interface FileKeys {
  /** AES-256 for all strings and streams. */
  readonly fileKey: Uint8Array;
  /** The `/Encrypt` dictionary, as it is written. */
  readonly dictionary: string;
}

const MAX_PASSWORD_BYTES = 127;

const NO_BYTES = new Uint8Array(0);

/** AES-256, revision 6 (ISO 32000-2, 7.6.4.4). The four hashes take milliseconds, so other work runs between them. */
export async function makeKeys({
  userPassword,
  ownerPassword,
  permissions,
}: EncryptionOptions): Promise<FileKeys> {
  const fileKey = randomBytes(32);
  const user = await lock(fileKey, toBytes(userPassword ?? ''), NO_BYTES);
  // Without an owner's password, no password opens the file as its owner.
  const owner =
    ownerPassword === null
      ? { check: randomBytes(48), key: randomBytes(32) }
      : await lock(fileKey, toBytes(ownerPassword), user.check);
  const flags = toFlags(permissions);
  const filter = '<</StdCF <</Type /CryptFilter /CFM /AESV3 /AuthEvent /DocOpen /Length 32>>>>';
  return {
    fileKey,
    dictionary: [
      `<</Filter /Standard /V 5 /R 6 /Length 256 /P ${flags} /EncryptMetadata true`,
      `/CF ${filter} /StmF /StdCF /StrF /StdCF`,
      `/U ${toHexString(user.check)} /UE ${toHexString(user.key)}`,
      `/O ${toHexString(owner.check)} /OE ${toHexString(owner.key)}`,
      `/Perms ${toHexString(encrypt(fileKey, describePermissions(flags)))}>>`,
    ].join('\n'),
  };
}

/** `check` shows that a password is right, and `key` is the key of the file, encrypted with it. */
async function lock(
  fileKey: Uint8Array,
  password: Uint8Array,
  user: Uint8Array,
): Promise<{ check: Uint8Array; key: Uint8Array }> {
  const [checkSalt, keySalt] = [randomBytes(8), randomBytes(8)];
  await pause();
  const hash = hashPassword(password, checkSalt, user);
  await pause();
  return {
    check: new Uint8Array([...hash, ...checkSalt, ...keySalt]),
    key: encrypt(hashPassword(password, keySalt, user), fileKey),
  };
}

/** One key is used for one text only, so the start is always zero (ISO 32000-2, algorithms 8 to 10). */
function encrypt(key: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-cbc', key, new Uint8Array(16));
  cipher.setAutoPadding(false);
  return cipher.update(data);
}

/** ISO 32000-2, table 22. Bit 10, reading for people with disabilities, is always allowed. */
const FLAGS = [
  ['modify', 1 << 3],
  ['copy', 1 << 4],
  ['annotate', 1 << 5],
  ['fillForms', 1 << 8],
  ['assemble', 1 << 10],
] as const;

const PRINT_LOW = 1 << 2;
const PRINT_HIGH = 1 << 11;

/** The flags that are always set: those without a meaning, and bit 10. */
const ALWAYS = ~FLAGS.reduce((all, [, flag]) => all | flag, PRINT_LOW | PRINT_HIGH | 3);

const EVERYTHING = -4;

export function toFlags(permissions: Permissions | null): number {
  if (permissions === null) return EVERYTHING;
  let flags = ALWAYS;
  for (const [name, flag] of FLAGS) if (permissions[name]) flags |= flag;
  if (permissions.print !== 'none') flags |= PRINT_LOW;
  if (permissions.print === 'high') flags |= PRINT_HIGH;
  return flags;
}

/** ISO 32000-2, algorithm 10: the flags again, so that nobody changes them without a password. */
function describePermissions(flags: number): Uint8Array {
  const bytes = randomBytes(16);
  new DataView(bytes.buffer).setInt32(0, flags, true);
  bytes.set([0xff, 0xff, 0xff, 0xff, ...new TextEncoder().encode('Tadb')], 4);
  return bytes;
}

const toBytes = (password: string): Uint8Array =>
  new TextEncoder().encode(password).subarray(0, MAX_PASSWORD_BYTES);

const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
