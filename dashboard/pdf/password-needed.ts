/** The PDF is encrypted, and opens with a password only. */
export class PasswordNeeded extends Error {
  override readonly name = 'PasswordNeeded';
}
