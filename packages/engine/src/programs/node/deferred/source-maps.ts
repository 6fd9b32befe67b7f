import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { Buffer } from '../base/buffer-class.ts';
import { invalidArgumentType } from '../errors/node-error.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** One mapping, with 0-based lines and columns. Without an original it belongs to no source. */
interface MappingEntry {
  generatedLine: number;
  generatedColumn: number;
  original: { source: string; line: number; column: number; name: string | undefined } | null;
}

/** Returns the mappings in the order of the generated code, which begins at `line` and, on its first line, at `column`. */
function entriesOf(payload: Fields, line: number, column: number): MappingEntry[] {
  if (Array.isArray(payload.sections)) {
    return payload.sections.filter(isObject).flatMap((section) => {
      const offset = isObject(section.offset) ? section.offset : {};
      return isObject(section.map) ? entriesOf(section.map, line + Number(offset.line ?? 0), Number(offset.column ?? 0)) : [];
    });
  }
  const [sources, names] = [texts(payload.sources), texts(payload.names)];
  const lines = decodedMappings(new TraceMap({ version: 3, mappings: String(payload.mappings ?? ''), sources, names }));
  return lines.flatMap((segments, index) =>
    segments.map((segment) => ({
      generatedLine: line + index,
      generatedColumn: segment[0] + (index === 0 ? column : 0),
      original:
        segment.length === 1
          ? null
          : {
              source: sources[segment[1]] ?? '',
              line: segment[2],
              column: segment[3],
              name: segment.length === 5 ? names[segment[4]] : undefined,
            },
    })),
  );
}

/** The class `module.SourceMap`. */
class SourceMap {
  readonly #payload: Fields;
  readonly #lineLengths: number[] | undefined;
  #entries: MappingEntry[] | null = null;

  constructor(payload: unknown, options?: unknown) {
    if (!isObject(payload)) throw invalidArgumentType('payload', 'of type object', payload);
    this.#payload = payload;
    const lengths = isObject(options) ? options.lineLengths : undefined;
    this.#lineLengths = Array.isArray(lengths) ? lengths.map(Number) : undefined;
  }

  get payload(): object {
    return structuredClone(this.#payload);
  }

  get lineLengths(): number[] | undefined {
    return this.#lineLengths === undefined ? undefined : [...this.#lineLengths];
  }

  /** Finds the last mapping at or before the 0-based position. */
  #find(line: number, column: number): MappingEntry | null {
    this.#entries ??= entriesOf(this.#payload, 0, 0);
    const entries = this.#entries;
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      const isBehind =
        entry === undefined || entry.generatedLine > line || (entry.generatedLine === line && entry.generatedColumn > column);
      if (isBehind) high = middle;
      else low = middle + 1;
    }
    return entries[low - 1] ?? null;
  }

  findEntry(line: number, column: number): object {
    const entry = this.#find(line, column);
    if (entry === null) return {};
    const { generatedLine, generatedColumn, original } = entry;
    if (original === null) return { generatedLine, generatedColumn };
    const { source, line: originalLine, column: originalColumn, name } = original;
    return { generatedLine, generatedColumn, originalSource: source, originalLine, originalColumn, name };
  }

  /** `line` and `column` are 1-based. */
  findOrigin(line: number, column: number): object {
    const range = this.#find(line - 1, column - 1);
    if (range === null || range.original === null) return {};
    const { source, line: originalLine, column: originalColumn, name } = range.original;
    const columnNumber = originalColumn + (column - 1 - range.generatedColumn) + 1;
    return { name, fileName: source, lineNumber: originalLine + (line - 1 - range.generatedLine) + 1, columnNumber };
  }

  static originalOf(map: SourceMap, line: number, column: number): MappingEntry['original'] {
    return map.#find(line - 1, column - 1)?.original ?? null;
  }

  static contentOf(map: SourceMap, source: string): string | null {
    const index = texts(map.#payload.sources).indexOf(source);
    const contents = map.#payload.sourcesContent;
    const content: unknown = Array.isArray(contents) ? contents[index] : undefined;
    return typeof content === 'string' ? content : null;
  }
}

export interface SourceMapFiles {
  /** Throws if there is no such file. */
  readText(path: string): string;
  toPath(url: string): string;
  toUrl(path: string): string;
}

const frame = /^(\s+at .*?)((?:file:\/\/)?\/[^\s()]*):(\d+):(\d+)(\)?)$/;
const magicComment = /\/[*/]#\s+sourceMappingURL=([^\s'"]+)/g;

/** The maps of the requested files. */
export class SourceMapStore {
  readonly SourceMap = SourceMap;
  readonly #maps = new Map<string, { map: SourceMap; base: string } | null>();
  /** The contents of sources, which do not have to be files. */
  readonly #contents = new Map<string, string>();

  constructor(private readonly files: SourceMapFiles) {}

  find(file: string): SourceMap | undefined {
    return this.#load(file)?.map;
  }

  #load(file: string): { map: SourceMap; base: string } | null {
    const path = file.startsWith('file:') ? this.files.toPath(file) : file;
    let found = this.#maps.get(path);
    if (found === undefined) {
      try {
        found = this.#read(path);
      } catch {
        // An unreadable map counts as none, so the stack is unchanged.
        found = null;
      }
      this.#maps.set(path, found);
    }
    return found;
  }

  #read(path: string): { map: SourceMap; base: string } | null {
    const text = this.files.readText(path);
    const url = [...text.matchAll(magicComment)].at(-1)?.[1];
    if (url === undefined) return null;
    const own = this.files.toUrl(path);
    const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url);
    const base = data === null ? new URL(url, own).href : own;
    const json =
      data === null
        ? this.files.readText(this.files.toPath(base))
        : data[1] === undefined
          ? decodeURIComponent(data[2] ?? '')
          : Buffer.from(data[2] ?? '', 'base64').toString();
    const payload: unknown = JSON.parse(json.replace(/^\)\]\}'[^\n]*\n/, ''));
    if (!isObject(payload)) return null;
    const root = typeof payload.sourceRoot === 'string' && payload.sourceRoot !== '' ? `${payload.sourceRoot.replace(/\/$/, '')}/` : '';
    const sources = texts(payload.sources).map((source) => new URL(root + source, base).href);
    const lineLengths = text.split('\n').map((line) => line.length);
    return { map: new SourceMap({ ...payload, sources }, { lineLengths }), base };
  }

  #originOf(line: string): { map: SourceMap; original: NonNullable<MappingEntry['original']>; head: string; tail: string } | null {
    const [whole, head = '', file = '', row, column, tail = ''] = frame.exec(line) ?? [];
    const map = whole === undefined ? undefined : this.#load(file)?.map;
    const original = map === undefined ? null : SourceMap.originalOf(map, Number(row), Number(column));
    return map === undefined || original === null ? null : { map, original, head, tail };
  }

  /** Maps a stack to the locations and names of the sources. */
  mapText(stack: string): string {
    const lines = stack.split('\n');
    const origins = lines.map((line) => this.#originOf(line));
    const mapped = lines.map((line, index) => {
      const origin = origins[index];
      if (origin === null || origin === undefined) return line;
      const { map, original, tail } = origin;
      const source = original.source.startsWith('file:') ? this.files.toPath(original.source) : original.source;
      const content = SourceMap.contentOf(map, original.source);
      if (content !== null) this.#contents.set(source, content);
      // The function's name at its call.
      const name = origins[index + 1]?.original.name;
      const head = name === undefined ? origin.head : origin.head.replace(/^(\s+at (?:async |new )?)[\w$]+ \($/, `$1${name} (`);
      return `${head}${source}:${original.line + 1}:${original.column + 1}${tail}`;
    });
    return mapped.join('\n');
  }

  /** Returns a source's text from a map, or null if it is unknown. */
  contentOf(path: string): string | null {
    return this.#contents.get(path) ?? null;
  }
}
