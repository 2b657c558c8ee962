/** The first rows show how many the browsers serve. More consumers would hold documents that wait. */
const FIRST_CONSUMERS = 8;

/** The consumers are multiplied by this for each PDF after which others wait. */
const CROWDED = 0.95;

/**
 * The number of consumers that the browsers can serve: one more for each PDF until the first time that rows wait for a page, and from
 * then on one more after a round of PDFs. Less if rows wait, and a half if one met a busy service.
 */
export class ConsumerLimit {
  #consumers = FIRST_CONSUMERS;
  #isKnown = false;

  get consumers(): number {
    return Math.floor(this.#consumers);
  }

  /** Rows that started together fail together. Only the first of them lowers the limit. */
  noteBusy(running: number): void {
    this.#isKnown = true;
    if (running <= this.consumers) this.#consumers = Math.max(1, running / 2);
  }

  noteMade(isCrowded: boolean): void {
    this.#isKnown ||= isCrowded;
    if (isCrowded) this.#consumers = Math.max(1, this.#consumers * CROWDED);
    else this.#consumers += this.#isKnown ? 1 / this.#consumers : 1;
  }
}
