import { UnreadablePdf } from '../file/dictionary.ts';

/** The work and the memory that the reading of one file may take. Work is in units of the meter: one is about the work of looking at a byte. */
export interface ImportLimits {
  /** A file of any size may need this. */
  readonly baseWork: number;
  /** Objects are packed: a byte of the file becomes 15 characters of three values, and each is expanded, read, copied and packed. */
  readonly workPerByte: number;
  /** A file of 100,000 pages with tags has 30 million values. */
  readonly maxWork: number;
  /** Of values and of what is expanded, at the same time. */
  readonly heldBytes: number;
  /** One object stream, or one cross-reference stream. */
  readonly expandedBytes: number;
  readonly stringCharacters: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  baseWork: 25_000_000,
  workPerByte: 400,
  maxWork: 6_000_000_000,
  heldBytes: 100_000_000,
  expandedBytes: 32_000_000,
  stringCharacters: 4_000_000,
};

export const maxWorkOf = (sizeBytes: number, limits: ImportLimits): number =>
  Math.min(limits.maxWork, limits.baseWork + limits.workPerByte * sizeBytes);

/** A value is as much work as this many bytes. */
export const VALUE_WORK = 40;

/** A stranger's file asks for more than a file of its size can need. */
export class CostlyPdf extends UnreadablePdf {
  override readonly name = 'CostlyPdf';
}

/** The bytes of the file that are read at once. The result does not depend on them. */
export interface PieceSizes {
  /** Most objects are shorter. */
  readonly objectBytes: number;
  /** Of a search. */
  readonly searchBytes: number;
}

export const PIECE_SIZES: PieceSizes = { objectBytes: 1024, searchBytes: 1 << 18 };
