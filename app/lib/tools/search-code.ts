import { z } from 'zod';
import { isSecretPath } from '../agent/policy/secret-paths.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { defineTool } from './define-tool.ts';
import { failure, outsideProject } from './failure.ts';
import { globMatcher, type PathMatcher } from './glob-pattern.ts';
import { compileSearch, type LineSearch } from './search-pattern.ts';
import { decodeText, linesOf } from './text-file.ts';
import { walkFiles } from './walk-files.ts';

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_LINE_SHOWN = 400;
const MAX_RESULTS = 500;
/** Bytes after which a search tells that it stopped. */
const MAX_TOTAL_BYTES = 100 * 1024 * 1024;
/** A bad expression on hostile files is given up after so many milliseconds: the page stands still while a line is searched. */
const MAX_SEARCH_MS = 5_000;

const schema = z.object({
  query: z.string().min(1).max(1_000).describe('Search pattern: plain text, or a regular expression'),
  path: z.string().default('/').describe('Directory or file to search'),
  maxResults: z.number().int().min(1).default(50).describe('At most this many matching lines (500 at most)'),
  includePattern: z.string().max(1_000).optional().describe('Only files that fit this glob, such as "*.ts" or "src/**"'),
  excludePattern: z.string().max(1_000).optional().describe('Leave out files that fit this glob'),
});

interface Match {
  file: string;
  line: number;
  content: string;
  matchStart: number;
  matchEnd: number;
}

interface Findings {
  results: Match[];
  truncated: boolean;
  searched: number;
  skipped: string[];
  bytes: number;
  /** By `performance.now()`. */
  deadline: number;
}

export const searchCodeTool = defineTool({
  name: 'devonz_search_code',
  kind: 'read',
  description:
    'Search the text files of the project, line by line, for text or a regular expression. Ignored and binary files are left out.',
  schema,
  async plan({ path }) {
    const target = toWorkspacePath(path);
    return target === null ? outsideProject(path) : { ok: true, intent: { kind: 'read', paths: target === '' ? [] : [target] } };
  },
  async run({ query, path, maxResults, includePattern, excludePattern }, { workspace, signal }) {
    const target = toWorkspacePath(path);
    if (target === null) return outsideProject(path);
    const kind = await workspace.kindOf(target);
    if (kind === null) return failure('not_found', `${path} does not exist.`);
    const search = compileSearch(query);
    const isWanted = filter(includePattern, excludePattern);
    const findings: Findings = {
      results: [],
      truncated: false,
      searched: 0,
      skipped: [],
      bytes: 0,
      deadline: performance.now() + MAX_SEARCH_MS,
    };
    const limit = Math.min(maxResults, MAX_RESULTS);
    if (kind === 'file') await searchFile(workspace, target, search, limit, findings);
    else {
      for await (const entry of walkFiles(workspace, target, { maxDepth: 64, signal, yieldIgnored: false })) {
        if (entry.kind !== 'file' || !isWanted(entry.path)) continue;
        // What may hold keys is searched only where the call names the file, and then a person is asked.
        if (isSecretPath(entry.path)) findings.skipped.push(`${entry.path} (may hold secrets)`);
        else await searchFile(workspace, entry.path, search, limit, findings);
        if (findings.truncated) break;
      }
    }
    return { ok: true, output: outputOf(query, search, findings) };
  },
});

function filter(include: string | undefined, exclude: string | undefined): PathMatcher {
  const isIncluded = include === undefined || include.trim() === '' ? () => true : globMatcher(include);
  const isExcluded = exclude === undefined || exclude.trim() === '' ? () => false : globMatcher(exclude);
  return (path) => isIncluded(path) && !isExcluded(path);
}

async function searchFile(workspace: Workspace, path: WorkspacePath, search: LineSearch, limit: number, findings: Findings): Promise<void> {
  const bytes = await workspace.readFile(path);
  if (bytes.length > MAX_FILE_BYTES) {
    findings.skipped.push(`${path} (${bytes.length} bytes)`);
    return;
  }
  const text = decodeText(bytes);
  if (text === null) {
    findings.skipped.push(`${path} (binary)`);
    return;
  }
  findings.searched++;
  findings.bytes += bytes.length;
  if (findings.bytes > MAX_TOTAL_BYTES) findings.truncated = true;
  for (const [index, line] of linesOf(text).entries()) {
    if (performance.now() > findings.deadline) {
      findings.truncated = true;
      return;
    }
    const found = search.find(line);
    if (found === null) continue;
    if (findings.results.length === limit) {
      findings.truncated = true;
      return;
    }
    findings.results.push(shownMatch(path, index + 1, line, found));
  }
}

/** A very long line is shown around its match; `matchStart` and `matchEnd` are offsets in what is shown. */
function shownMatch(file: string, line: number, text: string, found: { start: number; end: number }): Match {
  const from = text.length <= MAX_LINE_SHOWN ? 0 : Math.max(0, found.start - 100);
  const content = text.slice(from, from + MAX_LINE_SHOWN);
  return { file, line, content, matchStart: found.start - from, matchEnd: Math.min(found.end - from, content.length) };
}

function outputOf(query: string, search: LineSearch, findings: Findings) {
  const notes = [
    ...(search.note === null ? [] : [search.note]),
    ...(findings.truncated ? [`There are more matches than the ${findings.results.length} shown; narrow the search.`] : []),
  ];
  return {
    query,
    matchCount: findings.results.length,
    results: findings.results.map((match) => ({ ...match })),
    filesSearched: findings.searched,
    ...(findings.truncated ? { truncated: true } : {}),
    ...(findings.skipped.length === 0 ? {} : { skipped: findings.skipped.slice(0, 20), skippedCount: findings.skipped.length }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}
