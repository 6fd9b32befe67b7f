import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** A place in a stack as every browser writes it. */
const PLACE = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;
const SOURCE_MAP = /\/[/*][#@]\s*sourceMappingURL=([^\s*]+)/g;
/** A stack of more files is looked up in its first ones: that is where its reader begins. */
const MOST_FILES = 8;
/** Characters of a file, and of a map of its own. */
const LONGEST_TEXT = 8_000_000;

interface MappedFile {
  map: TraceMap;
  /** What its sources' addresses are relative to. */
  base: string;
}

export interface SourcePlacesOptions {
  /** The page's own: what others serve is not asked for. */
  origin: string;
  /** Rejects where there is none. */
  fetchText(url: string): Promise<string>;
}

/**
 * The places of stacks as they were before a bundler or a compiler changed them, by the source maps that the served files name. What has no
 * map, or one that cannot be read, stays as it is.
 */
export class SourcePlaces {
  readonly #files = new Map<string, Promise<MappedFile | null>>();

  constructor(private readonly options: SourcePlacesOptions) {}

  async resolve(stack: string): Promise<string> {
    const urls = [...new Set([...stack.matchAll(PLACE)].map(([, url = '']) => url))].filter((url) => this.#isOwn(url)).slice(0, MOST_FILES);
    const files = new Map(await Promise.all(urls.map(async (url) => [url, await this.#file(url)] as const)));
    return stack.replace(PLACE, (written: string, url: string, line: string, column: string) => {
      const file = files.get(url) ?? null;
      return (file !== null && placeIn(file, Number(line), Number(column), this.options.origin)) || written;
    });
  }

  #isOwn(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === this.options.origin;
  }

  #file(url: string): Promise<MappedFile | null> {
    const found = this.#files.get(url) ?? this.#read(url).catch(() => null);
    this.#files.set(url, found);
    return found;
  }

  async #read(url: string): Promise<MappedFile | null> {
    const text = await this.options.fetchText(url);
    if (text.length > LONGEST_TEXT) return null;
    const named = [...text.matchAll(SOURCE_MAP)].at(-1)?.[1];
    if (named === undefined) return null;
    const base = named.startsWith('data:') ? url : new URL(named, url).href;
    if (!named.startsWith('data:') && !this.#isOwn(base)) return null;
    const json = await this.options.fetchText(named.startsWith('data:') ? named : base);
    if (json.length > LONGEST_TEXT) return null;
    return { map: new TraceMap(json.replace(/^\)\]\}'[^\n]*\n/, '')), base };
  }
}

/** Lines and columns of a stack count from 1. Empty: the map does not know. */
function placeIn({ map, base }: MappedFile, line: number, column: number, origin: string): string {
  const { source, line: foundLine, column: foundColumn } = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  if (source === null) return '';
  const url = new URL(source, base);
  // `webpack:///./src/app.js` is a file of the project, too.
  const path = url.origin === origin ? url.pathname : `/${url.pathname.replace(/^\/+/, '')}`;
  return `${origin}${path}:${foundLine}:${foundColumn + 1}`;
}
