import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const MM_PER_POINT = 25.4 / 72;

/** A PDF as a reader sees it. Places are millimetres from the top left corner of the paper. */
export interface Pdf {
  readonly pageCount: number;
  size(page: number): Promise<{ widthMm: number; heightMm: number }>;
  text(page: number): Promise<string>;
  /** The texts of a page in the order of its content. */
  texts(page: number): Promise<PlacedText[]>;
  /** Returns the first text that contains `part`. */
  find(page: number, part: string): Promise<PlacedText>;
  /** The box of all pixels of a colour, or null when there is none. */
  box(page: number, colour: readonly [number, number, number]): Promise<Box | null>;
  /** The page as it looks, ten pixels a millimetre, RGBA. */
  pixels(page: number): Promise<Pixels>;
  /** The addresses of its links. */
  links(page: number): Promise<string[]>;
  /** The bookmarks' titles, nested by indentation. */
  outline(): Promise<string[]>;
  /** Returns the roles of a page's structure, and whether the document is tagged. */
  roles(page: number): Promise<string[]>;
}

export interface PlacedText {
  readonly text: string;
  readonly xMm: number;
  /** The distance of its baseline from the top of the page. */
  readonly yMm: number;
  readonly fontPoints: number;
}

export interface Pixels {
  readonly width: number;
  readonly data: Uint8ClampedArray;
}

export interface Box {
  readonly leftMm: number;
  readonly topMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export async function openPdf(bytes: Uint8Array, password?: string): Promise<Pdf> {
  const options = password === undefined ? {} : { password };
  const document = await getDocument({ data: bytes.slice(), verbosity: 0, ...options }).promise;
  return new PdfView(document);
}

const PIXELS_PER_MM = 10;

class PdfView implements Pdf {
  readonly #document: PDFDocumentProxy;
  #drawn: { readonly page: number; readonly pixels: Promise<Pixels> } | null = null;

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  get pageCount(): number {
    return this.#document.numPages;
  }

  async size(page: number): Promise<{ widthMm: number; heightMm: number }> {
    const { width, height } = (await this.#document.getPage(page)).getViewport({ scale: 1 });
    return { widthMm: width * MM_PER_POINT, heightMm: height * MM_PER_POINT };
  }

  async text(page: number): Promise<string> {
    const items = await textItems(await this.#document.getPage(page));
    // A ligature is an item of its own; a new line, or another place, is a space.
    return items
      .map((item, index) =>
        items[index + 1]?.transform[5] === item.transform[5] ? item.text : `${item.text} `,
      )
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  async texts(page: number): Promise<PlacedText[]> {
    const proxy = await this.#document.getPage(page);
    const { height } = proxy.getViewport({ scale: 1 });
    return (await textItems(proxy)).map(
      ({ text, height: fontPoints, transform: [, , , , x = 0, y = 0] }) => ({
        text,
        xMm: x * MM_PER_POINT,
        yMm: (height - y) * MM_PER_POINT,
        fontPoints,
      }),
    );
  }

  async find(page: number, part: string): Promise<PlacedText> {
    const found = (await this.texts(page)).find(({ text }) => text.includes(part));
    if (!found) throw new Error(`page ${page} does not contain ${part}`);
    return found;
  }

  async box(page: number, [red, green, blue]: readonly [number, number, number]): Promise<Box | null> {
    const { width, data } = await this.pixels(page);
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
    for (let index = 0; index < data.length; index += 4) {
      const distance =
        Math.abs((data[index] ?? 0) - red) +
        Math.abs((data[index + 1] ?? 0) - green) +
        Math.abs((data[index + 2] ?? 0) - blue);
      if (distance > 60) continue;
      const [x, y] = [(index / 4) % width, Math.floor(index / 4 / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (right < 0) return null;
    const mm = (pixels: number) => pixels / PIXELS_PER_MM;
    return {
      leftMm: mm(left),
      topMm: mm(top),
      widthMm: mm(right - left + 1),
      heightMm: mm(bottom - top + 1),
    };
  }

  /** Drawn once, because tests look for several colours on the same page. */
  pixels(page: number): Promise<Pixels> {
    if (this.#drawn?.page !== page) this.#drawn = { page, pixels: this.#draw(page) };
    return this.#drawn.pixels;
  }

  async #draw(page: number): Promise<Pixels> {
    const proxy = await this.#document.getPage(page);
    const viewport = proxy.getViewport({ scale: MM_PER_POINT * PIXELS_PER_MM });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await proxy.render({ canvas: canvas as never, viewport }).promise;
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  }

  async links(page: number): Promise<string[]> {
    const annotations: { subtype: string; url?: string }[] = await (
      await this.#document.getPage(page)
    ).getAnnotations();
    return annotations.flatMap(({ subtype, url }) => (subtype === 'Link' && url ? [url] : []));
  }

  async outline(): Promise<string[]> {
    interface Entry {
      readonly title: string;
      readonly items: readonly Entry[];
    }
    const flat = (entries: readonly Entry[], depth: number): string[] =>
      entries.flatMap(({ title, items }) => [`${'  '.repeat(depth)}${title}`, ...flat(items, depth + 1)]);
    return flat((await this.#document.getOutline()) ?? [], 0);
  }

  async roles(page: number): Promise<string[]> {
    interface Node {
      readonly role?: string;
      readonly children?: readonly Node[];
    }
    const flat = (node: Node): string[] => [
      ...(node.role ? [node.role] : []),
      ...(node.children ?? []).flatMap(flat),
    ];
    const tree = (await (await this.#document.getPage(page)).getStructTree()) as Node | null;
    return tree ? flat(tree) : [];
  }
}

interface TextItem {
  readonly text: string;
  readonly transform: readonly number[];
  readonly height: number;
}

async function textItems(page: PDFPageProxy): Promise<TextItem[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) =>
    'str' in item ? [{ text: item.str, transform: item.transform as number[], height: item.height }] : [],
  );
}
