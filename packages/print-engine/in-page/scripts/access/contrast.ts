import { plain } from '../pristine.ts';
import { parentOf, rectOf } from './element-names.ts';
import type { Pseudo } from './pseudo-text.ts';

/** Red, green and blue are from 0 to 255, and alpha is from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** It is null if it is unknown, for example because it is an image. */
type Background = Colour | null;

export interface LowContrast {
  readonly ratio: number;
  readonly needed: number;
  readonly text: string;
  readonly background: string;
}

/** The number of painted boxes that are compared with the places of texts. */
const MAX_BOXES = 2_000;

const WHITE: Colour = [255, 255, 255, 1];

const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;

/** WCAG 2.2, 1.4.3: large texts are legible with less contrast. */
const NEEDED = { normal: 4.5, large: 3 } as const;
const LARGE_PX = 24;
const LARGE_BOLD_PX = 18.66;
const BOLD = 700;

const IMAGES = /^(?:img|svg|canvas|video|picture|object|iframe)$/;

/** Reads the contrast of texts on one solid background. It skips texts whose background is unknown. */
export class ContrastReader {
  readonly #backgrounds = new WeakMap<Element, { background: Background }>();
  readonly #boxes: { readonly element: Element; readonly rect: DOMRect }[] = [];

  /** Call it for each element in the order of the document, so that the background of the parent is known. */
  visit(element: Element, name: string): void {
    const style = getComputedStyle(element);
    const own = parseColour(style.backgroundColor);
    const isPainted = style.backgroundImage !== 'none' || own === null || own[3] > 0 || IMAGES.test(name);
    if (isPainted && this.#boxes.length < MAX_BOXES && name !== 'body' && name !== 'html')
      this.#boxes.push({ element, rect: rectOf(element) });
    this.#backgrounds.set(element, { background: this.#findBackground(element, style, own) });
  }

  /** Returns the contrast of the element's own text if it is too low, and null if it is enough or unknown. Call it after all visits. */
  findLow(element: Element, pseudo: Pseudo | null): LowContrast | null {
    const style = getComputedStyle(element, pseudo);
    const outer = this.#backgrounds.get(element)?.background ?? null;
    const background = pseudo === null ? outer : behind(style, outer);
    const colour = parseColour(style.getPropertyValue('-webkit-text-fill-color'));
    if (background === null || colour === null || colour[3] === 0 || isDecorated(style)) return null;
    const text = over(colour, background);
    const ratio = contrast(text, background);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= LARGE_PX || (size >= LARGE_BOLD_PX && Number(style.fontWeight) >= BOLD);
    const needed = isLarge ? NEEDED.large : NEEDED.normal;
    if (ratio >= needed || this.#isOverOthers(element)) return null;
    return { ratio: Math.floor(ratio * 100) / 100, needed, text: toHex(text), background: toHex(background) };
  }

  #findBackground(element: Element, style: CSSStyleDeclaration, own: Colour | null): Background {
    const parent = parentOf(element);
    const outer = parent === null ? WHITE : (this.#backgrounds.get(parent)?.background ?? null);
    return behind(style, outer, own);
  }

  /** Returns whether a painted box overlaps the text without containing it. */
  #isOverOthers(element: Element): boolean {
    const rect = rectOf(element);
    return this.#boxes.some(
      (box) =>
        box.rect.left < rect.right &&
        box.rect.right > rect.left &&
        box.rect.top < rect.bottom &&
        box.rect.bottom > rect.top &&
        !Node.prototype.contains.call(box.element, element) &&
        !plain(element).contains(box.element),
    );
  }
}

/** Returns the background of a box in another one. */
function behind(
  style: CSSStyleDeclaration,
  outer: Background,
  own = parseColour(style.backgroundColor),
): Background {
  if (own === null || style.backgroundImage !== 'none' || isUnknowable(style)) return null;
  if (own[3] === 1) return own;
  // A box that is placed by itself may be over anything.
  if (/absolute|fixed|sticky/.test(style.position) || style.transform !== 'none') return null;
  return outer === null ? null : over(own, outer);
}

/** Returns whether the colours of the element and its content depend on what is behind it. */
const isUnknowable = (style: CSSStyleDeclaration): boolean =>
  style.opacity !== '1' ||
  style.mixBlendMode !== 'normal' ||
  style.filter !== 'none' ||
  style.getPropertyValue('backdrop-filter') !== 'none' ||
  style.getPropertyValue('mask-image') !== 'none' ||
  style.getPropertyValue('background-clip') === 'text';

/** Shadows and outlines of letters can make them legible. */
const isDecorated = (style: CSSStyleDeclaration): boolean =>
  style.textShadow !== 'none' || Number.parseFloat(style.getPropertyValue('-webkit-text-stroke-width')) > 0;

/** Returns null for a colour outside sRGB. */
function parseColour(text: string): Colour | null {
  const [, red, green, blue, alpha] = RGB.exec(text) ?? [];
  return red === undefined ? null : [Number(red), Number(green), Number(blue), Number(alpha ?? 1)];
}

const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
};

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toHex = (colour: Colour): string =>
  `#${colour
    .slice(0, 3)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
