/** The first rows show how many the browsers serve. More lanes would hold documents that wait. */
const FIRST_LANES = 8;

/** The lanes are multiplied by this for each PDF after which others wait. */
const CROWDED = 0.95;

/**
 * How many lanes the browsers can serve: one more for each PDF until the first time that rows wait for a page, and from then
 * on one more after a round of PDFs. Less if rows wait, and a half if one met a busy service.
 */
export class LaneLimit {
  #lanes = FIRST_LANES;
  #isKnown = false;

  get lanes(): number {
    return Math.floor(this.#lanes);
  }

  /** Rows that started together fail together. Only the first of them lowers the limit. */
  noteBusy(running: number): void {
    this.#isKnown = true;
    if (running <= this.lanes) this.#lanes = Math.max(1, running / 2);
  }

  noteMade(isCrowded: boolean): void {
    this.#isKnown ||= isCrowded;
    if (isCrowded) this.#lanes = Math.max(1, this.#lanes * CROWDED);
    else this.#lanes += this.#isKnown ? 1 / this.#lanes : 1;
  }
}
