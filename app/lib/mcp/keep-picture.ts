import type { Hasher } from '../agent/ports.ts';
import { $mcpPictures } from '../stores/mcp.ts';

/** What a browser shows without running anything. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/;
/** The newest so many are kept, until the page is closed: no journal grows by a server's pictures. */
const MOST_PICTURES = 24;

/** Keeps a picture of a server's answer for its card; its name, which is of its content. Null: it is none that is shown. */
export async function keepPicture(mimeType: string, data: string, hasher: Hasher): Promise<string | null> {
  if (!SHOWN.test(mimeType)) return null;
  const name = (await hasher.hash(new TextEncoder().encode(data))).slice(0, 16);
  const others = [...$mcpPictures.get()].filter(([known]) => known !== name);
  $mcpPictures.set(new Map([...others.slice(1 - MOST_PICTURES), [name, `data:${mimeType};base64,${data}`]]));
  return name;
}
