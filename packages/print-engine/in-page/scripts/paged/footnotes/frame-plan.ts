import { putIntoFrame } from './closed-boxes.ts';
import { LINE_SPACE_PX, type NoteLayout, type PlacedBox } from './layout.ts';

/** A frame changes the layout. After this number of changes of a page, the page stays as it is. */
const MAX_FRAME_CHANGES = 2;

/**
 * A change of a frame.
 * - `keep`: the frame of a box keeps the space of a page free.
 * - `begin`: a box gets its frame, which shows where it would begin.
 * - `pushed`: as `keep`, for a box that the space has pushed off the page.
 * - `free`: no frame keeps the space of the page free.
 */
type FrameChange = {
  /** The first page that it concerns. */
  readonly page: number;
} & (
  | { readonly kind: 'free' }
  | { readonly kind: 'begin'; readonly box: PlacedBox }
  | {
      readonly kind: 'keep';
      readonly box: PlacedBox;
      readonly framedPage: number;
      readonly spacePx: number;
    }
  | {
      readonly kind: 'pushed';
      readonly box: PlacedBox;
      readonly spacePx: number;
      readonly changeCount: number;
    }
);

/** Finds the boxes that need a frame, and the pages whose space the frames keep free. */
export class FramePlan {
  readonly #layout: NoteLayout;
  /** By page, the number of times that its frames have changed. */
  readonly #changeCounts = new Map<number, number>();

  constructor(layout: NoteLayout) {
    this.#layout = layout;
  }

  findChanges(): FrameChange[] {
    const { boxes, framed, hasFloats } = this.#layout;
    const changes = boxes.flatMap((box) => this.#checkBox(box));
    if (hasFloats) return changes;
    for (const page of framed) {
      const isNeeded = boxes.some(
        ({ fragments }) => (fragments[0]?.page ?? Infinity) <= page && (fragments.at(-1)?.page ?? 0) > page,
      );
      if (!isNeeded) changes.push({ kind: 'free', page });
    }
    return changes;
  }

  apply(change: FrameChange): void {
    switch (change.kind) {
      case 'free':
        this.#layout.framed.delete(change.page);
        break;
      case 'begin':
        putIntoFrame(change.box);
        break;
      case 'keep':
        this.#keepFree(change.framedPage, change);
        break;
      case 'pushed':
        this.#changeCounts.set(change.page, change.changeCount);
        this.#keepFree(change.page, change);
        break;
    }
  }

  /** Forgets what was found out about the pages after `page`. */
  forget(page: number): void {
    for (const number of this.#changeCounts.keys()) if (number > page) this.#changeCounts.delete(number);
  }

  #checkBox(box: PlacedBox): FrameChange[] {
    const { framed, hasFloats } = this.#layout;
    const [first] = box.fragments;
    const last = box.fragments.at(-1);
    if (first === undefined || last === undefined) return [];
    for (const { page, bottom } of box.fragments) {
      const space = this.#layout.spaceUnder(box, page);
      const isInSpace = page < last.page || (hasFloats && bottom > this.#layout.heightOfPage(page) - space);
      if (space > 0 && isInSpace && (!framed.has(page) || box.spacePx < space))
        return [{ kind: 'keep', page: first.page, box, framedPage: page, spacePx: space }];
    }
    return !hasFloats && first.top < LINE_SPACE_PX ? this.#checkPushed(box, first.page - 1) : [];
  }

  /** Checks whether the spaces at the feet of earlier pages have pushed the whole box. Its frame shows where it would begin. */
  #checkPushed(box: PlacedBox, page: number): FrameChange[] {
    if (!this.#mayPush(page)) return [];
    if (box.frame === null) {
      let first = page;
      while (this.#mayPush(first - 1)) first -= 1;
      return [{ kind: 'begin', page: first, box }];
    }
    const [frame] = this.#layout.fragmentsOf(box.frame);
    if (frame === undefined || frame.page > page) return [];
    const space = this.#layout.spaceOf(frame.page);
    const changeCount = (this.#changeCounts.get(frame.page) ?? 0) + 1;
    const isPushed =
      this.#mayPush(frame.page) && frame.top < this.#layout.heightOfPage(frame.page) - space - 1;
    if (!isPushed || changeCount > MAX_FRAME_CHANGES) return [];
    return [{ kind: 'pushed', page: frame.page, box, spacePx: space, changeCount }];
  }

  #mayPush(page: number): boolean {
    return page > 0 && this.#layout.spaceOf(page) > 0 && !this.#layout.framed.has(page);
  }

  #keepFree(page: number, { box, spacePx }: { readonly box: PlacedBox; readonly spacePx: number }): void {
    this.#layout.framed.add(page);
    putIntoFrame(box);
    box.spacePx = Math.max(box.spacePx, spacePx);
  }
}
