/** How many lanes the browsers can serve: half as many after a row that met a busy service, one more after a round of PDFs. */
export class LaneLimit {
  #lanes = Number.POSITIVE_INFINITY;

  get lanes(): number {
    return Math.floor(this.#lanes);
  }

  /** Rows that started together fail together. Only the first of them lowers the limit. */
  noteBusy(running: number): void {
    if (running <= this.lanes) this.#lanes = Math.max(1, running / 2);
  }

  noteMade(): void {
    this.#lanes += 1 / this.#lanes;
  }
}
