/** The document cannot be printed. The message says why. */
export class PagedProblem extends Error {}
