import type { SearchMatch } from '../runtime/types.ts';

/** Limit of lines per file if several files match. */
const MOST_OF_A_FILE = 10;
const FEW_FILES = 3;

const TEST_PATH = /(?:^|\/)(?:tests?|__tests__|specs?|fixtures|__snapshots__|benchmarks?)\/|\.(?:test|spec|snap|bench)\./;
const PROSE_PATH = /\.(?:md|mdx|txt|rst|lock|svg|map)$|(?:^|\/)(?:changelog|license|package-lock\.json|locales?|i18n|docs?)(?:\/|\.|$)/i;
const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+|abstract\s+|static\s+|public\s+|private\s+|pub\s+)*(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|namespace|module)\b/;

export interface BestMatches {
  /** Ordered by file, the best first, and by line within a file. */
  shown: SearchMatch[];
  /** The files with more matches than are shown, with their numbers of matches. */
  counts: { file: string; count: number }[];
}

/**
 * Selects the most useful matches: definitions before uses, sources before tests, and tests before prose and translations. In path order,
 * the first fifty might all be in one irrelevant folder.
 */
export function bestMatches(matches: readonly SearchMatch[], limit: number): BestMatches {
  const files = [...byFile(matches)].map(([file, found]) => ({ file, found, rank: rankOf(file, found) }));
  files.sort((a, b) => b.rank - a.rank);
  const most = files.length <= FEW_FILES || matches.length <= limit ? limit : MOST_OF_A_FILE;
  const shown: SearchMatch[] = [];
  const counts: { file: string; count: number }[] = [];
  for (const { file, found } of files) {
    const kept = bestLines(found, Math.min(most, limit - shown.length));
    shown.push(...kept);
    if (kept.length < found.length) counts.push({ file, count: found.length });
  }
  return { shown, counts };
}

function byFile(matches: readonly SearchMatch[]): Map<string, SearchMatch[]> {
  const files = new Map<string, SearchMatch[]>();
  for (const match of matches) {
    const found = files.get(match.file);
    if (found === undefined) files.set(match.file, [match]);
    else found.push(match);
  }
  return files;
}

function rankOf(file: string, found: readonly SearchMatch[]): number {
  const kind = PROSE_PATH.test(file) ? -8 : TEST_PATH.test(file) ? -4 : 0;
  const isDefined = found.some(isDefinition) ? 4 : 0;
  const isWord = found.some(isWholeWord) ? 2 : 0;
  return kind + isDefined + isWord + Math.min(3, Math.log2(found.length));
}

function bestLines(found: readonly SearchMatch[], most: number): SearchMatch[] {
  if (found.length <= most) return [...found];
  const definitions = found.filter(isDefinition);
  const others = found.filter((match) => !definitions.includes(match));
  return [...definitions, ...others].slice(0, Math.max(0, most)).sort((a, b) => a.line - b.line);
}

function isDefinition({ content, matchStart }: SearchMatch): boolean {
  const start = DEFINITION.exec(content);
  // A name is only defined directly after the keyword.
  return start !== null && matchStart >= start[0].length && /^[\s\w$,{*]*$/.test(content.slice(start[0].length, matchStart));
}

function isWholeWord({ content, matchStart, matchEnd }: SearchMatch): boolean {
  return !/[\w$]/.test(content[matchStart - 1] ?? ' ') && !/[\w$]/.test(content[matchEnd] ?? ' ');
}
