import type { PartialContents } from '../../../../compose/partials/closure.ts';
import { utf8Bytes } from '../../../../compose/utf8.ts';
import { PARTIAL_TYPE, type ComponentKind, type Pin } from '../../../../schema/api/components.ts';
import { findNamedComponents } from '../../../adapters/d1/components.ts';
import type { Ctx } from '../../../ctx.ts';
import { readComponentContent, toPin } from '../../components/get-component.ts';

export interface FoundComponent {
  readonly pin: Pin;
  readonly bytes: number;
  readonly readContent: () => Promise<string>;
}

/** Returns the components that exist, by name. */
export type FindComponents = (
  kind: ComponentKind,
  names: readonly string[],
) => Promise<ReadonlyMap<string, FoundComponent>>;

/** Finds the newest versions of components of the workspace. */
export const findNewestComponents =
  (ctx: Ctx): FindComponents =>
  async (kind, names) => {
    if (names.length === 0) return new Map();
    const { services, workspace } = ctx;
    const rows = await findNamedComponents(services.database, { workspaceId: workspace.id, kind, names });
    return new Map(rows.map((row) => [row.component.name, toFound(ctx, toPin(row))]));
  };

/** Finds these texts instead of the saved partials of their names. Their pins name no stored version. */
export const findTexts = (ctx: Ctx, texts: PartialContents = {}): FindComponents => {
  const stored = findNewestComponents(ctx);
  return async (kind, names) => {
    const isGiven = (name: string) => kind === 'partial' && Object.hasOwn(texts, name);
    const given = names.filter(isGiven).map((name) => [name, toUnsaved(name, texts[name] ?? '')] as const);
    return new Map([
      ...(await stored(
        kind,
        names.filter((name) => !isGiven(name)),
      )),
      ...given,
    ]);
  };
};

function toUnsaved(name: string, content: string): FoundComponent {
  const bytes = utf8Bytes(content);
  const pin = {
    kind: 'partial' as const,
    name,
    version: 0,
    digest: '',
    objectId: '',
    mediaType: PARTIAL_TYPE,
    bytes,
  };
  return { pin, bytes, readContent: () => Promise.resolve(content) };
}

const toFound = (ctx: Ctx, pin: Pin): FoundComponent => ({
  pin,
  bytes: pin.bytes,
  readContent: () => readComponentContent(ctx, pin),
});
