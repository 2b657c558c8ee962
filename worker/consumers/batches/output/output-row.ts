/** A row that succeeded. */
export interface OutputRow {
  readonly index: number;
  readonly externalId: string;
  readonly fileId: string;
}
