/** A request to an API, read whole. */
export interface ReadRequest {
  readonly method: string;
  /** The parts of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly contentType: string;
}

/** For a recording: what a request asks, and which fields its body has. It has no secret, id, name or content. */
export interface RequestShape {
  /** `POST d1/database/{id}/query`. */
  readonly request: string;
  readonly body?: unknown;
}

export async function shapeOfRequest(request: ReadRequest): Promise<RequestShape> {
  const { method, path, query } = request;
  const search = query.size === 0 ? '' : `?${decodeURIComponent(query.toString())}`;
  const line = `${method} ${withoutNames(path.join('/') + search)}`;
  const body = await shapeOfBody(request);
  return body === undefined ? { request: line } : { request: line, body };
}

/** In an order of their own, each once: a client may send some at the same time. */
export function listShapes(shapes: readonly RequestShape[]): RequestShape[] {
  const byText = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  return [...byText].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, shape]) => shape);
}

const withoutNames = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replaceAll(/platen-(?:production|staging)(?:-\w+)?/g, '{name}');

async function shapeOfBody({ body, contentType }: ReadRequest): Promise<unknown> {
  if (body.byteLength === 0) return undefined;
  if (contentType.startsWith('multipart/form-data')) return shapeOfForm(body, contentType);
  // Some clients send JSON without its media type.
  return shapeOf(JSON.parse(String(body)));
}

/** The upload of a Worker: its metadata, and files with names of their own. */
async function shapeOfForm(body: Buffer, contentType: string): Promise<unknown> {
  const headers = { 'Content-Type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const files = new Set<string>();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = shapeOf(JSON.parse(value));
    else files.add(value.type);
  }
  return { ...fields, files: [...files].toSorted() };
}

/** The fields of JSON with the types of their values. A `type` of the API, such as that of a binding, is kept. */
function shapeOf(json: unknown, name = ''): unknown {
  if (Array.isArray(json)) {
    const shapes = new Set(json.map((value) => JSON.stringify(shapeOf(value))));
    return [...shapes].toSorted().map((shape) => JSON.parse(shape) as unknown);
  }
  if (typeof json === 'object' && json !== null) {
    const fields = Object.entries(json).map(([key, value]) => {
      const field = key.startsWith('/') ? '{path}' : key;
      return [field, shapeOf(value, key)] as const;
    });
    return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
  return name === 'type' ? json : json === null ? null : typeof json;
}
