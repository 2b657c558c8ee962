import type { DrawingProblem, DrawnPage } from './page-drawer.ts';

/** Between the server and the process that draws. One drawing at a time. */
export interface DrawRequest {
  readonly pdf: Uint8Array;
  readonly width: number;
  /** From 1. Default: 1. */
  readonly page?: number;
}

export type DrawAnswer = DrawnPage | { readonly problem: DrawingProblem };
