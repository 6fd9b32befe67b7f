import type { CommandContext } from '../command.ts';
import type { FoundLine } from './search-text.ts';

interface Totals {
  searches: number;
  searchesWithMatch: number;
  bytes: number;
  matchedLines: number;
  matches: number;
}

/** Prints `--json`: one message per line, as ripgrep documents them. */
export class JsonPrinter {
  readonly #context: CommandContext;
  readonly #startedAt = performance.now();
  readonly #total: Totals = { searches: 0, searchesWithMatch: 0, bytes: 0, matchedLines: 0, matches: 0 };

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async file(path: string, text: string, lines: readonly FoundLine[]): Promise<void> {
    const matched = lines.filter(({ isMatch }) => isMatch);
    const matches = matched.reduce((sum, line) => sum + line.matches.length, 0);
    const bytes = byteLength(text);
    this.#total.searches += 1;
    this.#total.bytes += bytes;
    if (matched.length === 0) return;
    this.#total.searchesWithMatch += 1;
    this.#total.matchedLines += matched.length;
    this.#total.matches += matches;
    await this.#write('begin', { path: { text: path } });
    for (const line of lines) {
      await this.#write(line.isMatch ? 'match' : 'context', {
        path: { text: path },
        lines: { text: line.start + line.text.length < text.length ? `${line.text}\n` : line.text },
        line_number: line.number,
        absolute_offset: byteLength(text.slice(0, line.start)),
        submatches: line.matches.map(({ start, end }) => ({
          match: { text: line.text.slice(start, end) },
          start: byteLength(line.text.slice(0, start)),
          end: byteLength(line.text.slice(0, end)),
        })),
      });
    }
    await this.#write('end', {
      path: { text: path },
      binary_offset: null,
      stats: stats({ searches: 1, searchesWithMatch: 1, bytes, matchedLines: matched.length, matches }, 0),
    });
  }

  async summary(): Promise<void> {
    const elapsed = performance.now() - this.#startedAt;
    await this.#write('summary', { elapsed_total: duration(elapsed), stats: stats(this.#total, elapsed) });
  }

  async #write(type: string, data: unknown): Promise<void> {
    await this.#context.stdout.writeLine(JSON.stringify(type === 'summary' ? { data, type } : { type, data }));
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function duration(milliseconds: number) {
  const seconds = milliseconds / 1000;
  return { human: `${seconds.toFixed(6)}s`, nanos: Math.round(milliseconds * 1e6) % 1e9, secs: Math.floor(seconds) };
}

function stats({ searches, searchesWithMatch, bytes, matchedLines, matches }: Totals, elapsed: number) {
  return {
    elapsed: duration(elapsed),
    searches,
    searches_with_match: searchesWithMatch,
    bytes_searched: bytes,
    bytes_printed: 0,
    matched_lines: matchedLines,
    matches,
  };
}
