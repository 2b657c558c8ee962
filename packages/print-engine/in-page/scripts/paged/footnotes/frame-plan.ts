import type { Change } from './changes.ts';
import { putIntoFrame } from './closed-boxes.ts';
import { LINE_SPACE_PX, type NoteLayout, type PlacedBox } from './layout.ts';

/** A frame changes the layout. After this number of changes of a page, the page stays as it is. */
const MAX_FRAME_CHANGES = 2;

/** Finds the boxes that need a frame, and the pages whose space the frames keep free. */
export class FramePlan {
  readonly #layout: NoteLayout;
  /** How often frames of a page have changed. */
  readonly #changeCounts = new Map<number, number>();

  constructor(layout: NoteLayout) {
    this.#layout = layout;
  }

  findChanges(): Change[] {
    const { boxes, framed, hasFloats } = this.#layout;
    const changes = boxes.flatMap((box) => this.#checkBox(box));
    if (hasFloats) return changes;
    for (const page of framed) {
      const isNeeded = boxes.some(
        ({ parts }) => (parts[0]?.page ?? Infinity) <= page && (parts.at(-1)?.page ?? 0) > page,
      );
      if (!isNeeded) changes.push({ page, make: () => framed.delete(page) });
    }
    return changes;
  }

  /** Forgets what was found out about the pages after `page`. */
  forget(page: number): void {
    for (const number of this.#changeCounts.keys()) if (number > page) this.#changeCounts.delete(number);
  }

  #checkBox(box: PlacedBox): Change[] {
    const { framed, hasFloats } = this.#layout;
    const [first] = box.parts;
    const last = box.parts.at(-1);
    if (first === undefined || last === undefined) return [];
    for (const { page, bottom } of box.parts) {
      const space = this.#layout.spaceOf(page);
      const isInSpace = page < last.page || (hasFloats && bottom > this.#layout.heightOfPage(page) - space);
      if (space > 0 && isInSpace && (!framed.has(page) || box.spacePx < space))
        return [{ page: first.page, make: () => this.#frame(box, page, space) }];
    }
    return !hasFloats && first.top < LINE_SPACE_PX ? this.#checkPushed(box, first.page - 1) : [];
  }

  /** Checks whether the spaces at the feet of earlier pages have pushed the whole box. Its frame shows where it would begin. */
  #checkPushed(box: PlacedBox, page: number): Change[] {
    if (!this.#mayPush(page)) return [];
    if (box.frame === null) {
      let first = page;
      while (this.#mayPush(first - 1)) first -= 1;
      return [{ page: first, make: () => putIntoFrame(box) }];
    }
    const [frame] = this.#layout.partsOf(box.frame);
    if (frame === undefined || frame.page > page) return [];
    const space = this.#layout.spaceOf(frame.page);
    const count = this.#changeCounts.get(frame.page) ?? 0;
    const isPushed =
      this.#mayPush(frame.page) && frame.top < this.#layout.heightOfPage(frame.page) - space - 1;
    if (!isPushed || count >= MAX_FRAME_CHANGES) return [];
    const make = () => {
      this.#changeCounts.set(frame.page, count + 1);
      this.#frame(box, frame.page, space);
    };
    return [{ page: frame.page, make }];
  }

  #mayPush(page: number): boolean {
    return page > 0 && this.#layout.spaceOf(page) > 0 && !this.#layout.framed.has(page);
  }

  #frame(box: PlacedBox, page: number, space: number): void {
    this.#layout.framed.add(page);
    putIntoFrame(box);
    box.spacePx = Math.max(box.spacePx, space);
  }
}
