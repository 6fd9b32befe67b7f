import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** A place in a stack, as all browsers write it. */
const PLACE = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;
const SOURCE_MAP = /\/[/*][#@]\s*sourceMappingURL=([^\s*]+)/g;
/** The maximum number of files that are resolved for one stack: the first ones, because readers start there. */
const MOST_FILES = 8;
/** The maximum number of characters of a file or a map. */
const LONGEST_TEXT = 8_000_000;

interface MappedFile {
  map: TraceMap;
  /** The URL that its sources are relative to. */
  base: string;
}

export interface SourcePlacesOptions {
  /** The page's own origin; files of other origins are not requested. */
  origin: string;
  /** Rejects if there is none. */
  fetchText(url: string): Promise<string>;
}

/**
 * Maps the places in stacks back to the sources before bundling or compilation, using the source maps that the served
 * files refer to. Places without a readable map stay unchanged.
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

/** Lines and columns of a stack are 1-based. Returns an empty string if the map has no entry. */
function placeIn({ map, base }: MappedFile, line: number, column: number, origin: string): string {
  const { source, line: foundLine, column: foundColumn } = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  if (source === null) return '';
  const url = new URL(source, base);
  // `webpack:///./src/app.js` is also a file of the project.
  const path = url.origin === origin ? url.pathname : `/${url.pathname.replace(/^\/+/, '')}`;
  return `${origin}${path}:${foundLine}:${foundColumn + 1}`;
}
