import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { z } from 'zod';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import type { FileKind, SearchFindings, SearchMatch, SearchRequest, Workspace, WorkspacePath } from '../runtime/types.ts';
import { type BestMatches, bestMatches } from '../search/best-matches.ts';
import type { PathMatcher } from '../search/glob-pattern.ts';
import { pathFilter } from '../search/path-filter.ts';
import { emptyFindings, LARGEST_SEARCHED_FILE, shownMatch, skip } from '../search/search-lines.ts';
import { compileSearch, type LineSearch, parseQuery } from '../search/search-pattern.ts';
import { decodeText, linesOf } from '../search/text-file.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { pathArgument } from './files/path-argument.ts';
import { printMatches } from './files/print-matches.ts';
import { walkFiles } from './files/walk-files.ts';
import { shownOnly } from './shown-only.ts';

const MAX_RESULTS = 500;
/** The number of matches that are collected, of which the best are shown. */
const GATHERED = 2_000;
/** Limit of files that are listed with their number of further matches. */
const MOST_COUNTS = 40;
/** Bytes after which a search stops and says so. */
const MAX_TOTAL_BYTES = 100 * 1024 * 1024;
/** Milliseconds after which a search stops, because the page freezes while a bad expression searches a line. */
const MAX_SEARCH_MS = 5_000;

const schema = z.object({
  query: z.string().min(1).max(1_000).describe('Text, or a regular expression; "(?i)" before it ignores case'),
  path: z.string().default('/').meta(shownOnly('Folder or file')),
  maxResults: z.number().int().min(1).default(50).describe('At most 500'),
  context: z.number().int().min(0).max(10).optional().meta(shownOnly('Lines around each match')),
  includePattern: z.string().max(1_000).optional().describe('Glob "src/**/*.ts" or expression "/\\\\.tsx?$/"'),
  excludePattern: z.string().max(1_000).optional().meta(shownOnly('The same, to leave out')),
});

export const searchCodeTool = defineTool({
  name: TOOL_NAMES.searchCode,
  kind: 'read',
  description: 'Search text files by line; ignored and binary ones are left out.',
  schema,
  print: printMatches,
  async plan({ path }, { workspace }) {
    const target = pathArgument(path, workspace.projectRoot());
    return target.ok ? { ok: true, intent: { kind: 'read', paths: target.path === '' ? [] : [target.path] } } : target;
  },
  async run({ query, path, maxResults, context = 0, includePattern, excludePattern }, { workspace, signal }) {
    const read = pathArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const { path: target } = read;
    const kind = await workspace.kindOf(target);
    if (kind === null) return failure('not_found', `${path} does not exist. devonz_list_directory shows what does.`);
    const request: SearchRequest = {
      query,
      path: target,
      limit: GATHERED,
      include: includePattern ?? null,
      exclude: excludePattern ?? null,
    };
    const isWanted = pathFilter(request.include, request.exclude);
    if (typeof isWanted === 'string') return failure('bad_arguments', isWanted);
    const findings = (await workspace.search?.(request)) ?? (await searchByReading(workspace, request, { kind, isWanted }, signal));
    const parsed = parseQuery(query);
    if (findings.results.length === 0 && findings.searched > 0 && parsed.type === 'text' && parsed.error !== null) {
      return failure('bad_arguments', `${parsed.error}. As plain text the query was found nowhere either.`);
    }
    const { shown, counts } = bestMatches(findings.results, Math.min(maxResults, MAX_RESULTS));
    const results = context === 0 ? shown : await withContext(shown, context, workspace);
    return { ok: true, output: outputOf(query, findings, { results, counts }), effects: [] };
  },
});

/** Searches one file after the other through the workspace: slow on a large tree, but the same on every host. */
async function searchByReading(
  workspace: Workspace,
  request: SearchRequest,
  { kind, isWanted }: { kind: FileKind; isWanted: PathMatcher },
  signal: AbortSignal,
): Promise<SearchFindings> {
  const search = compileSearch(request.query);
  const run: Run = {
    search,
    limit: request.limit,
    bytes: 0,
    deadline: performance.now() + MAX_SEARCH_MS,
    findings: emptyFindings(search.note),
  };
  if (kind === 'file') {
    await searchFile(workspace, request.path, run);
    return run.findings;
  }
  for await (const entry of walkFiles(workspace, request.path, { maxDepth: 64, signal, yieldIgnored: false })) {
    if (entry.kind !== 'file' || !isWanted(entry.path)) continue;
    // Files that may hold keys are searched only if the call names them, which requires the user's approval.
    if (isSecretPath(entry.path)) skip(run.findings, entry.path, 'may hold secrets');
    else await searchFile(workspace, entry.path, run);
    if (run.findings.truncated) break;
  }
  return run.findings;
}

interface Run {
  search: LineSearch;
  limit: number;
  bytes: number;
  /** A time of `performance.now()`. */
  deadline: number;
  findings: SearchFindings;
}

async function searchFile(workspace: Workspace, path: WorkspacePath, run: Run): Promise<void> {
  const { findings } = run;
  const bytes = await workspace.readFile(path);
  if (bytes.length > LARGEST_SEARCHED_FILE) return skip(findings, path, `${bytes.length} bytes`);
  const text = decodeText(bytes);
  if (text === null) return skip(findings, path, 'binary');
  findings.searched++;
  run.bytes += bytes.length;
  if (run.bytes > MAX_TOTAL_BYTES) findings.truncated = true;
  for (const [index, line] of linesOf(text).entries()) {
    if (performance.now() > run.deadline) {
      findings.truncated = true;
      return;
    }
    const found = run.search.find(line);
    if (found === null) continue;
    if (findings.results.length === run.limit) {
      findings.truncated = true;
      return;
    }
    findings.results.push(shownMatch(path, index + 1, line, found));
  }
}

interface ShownMatch extends SearchMatch {
  before?: string[];
  after?: string[];
}

/** Returns the matches with the lines around them, each line once. */
async function withContext(matches: readonly SearchMatch[], context: number, workspace: Workspace): Promise<ShownMatch[]> {
  const texts = new Map<string, string[]>();
  const shown: ShownMatch[] = [];
  for (const [index, match] of matches.entries()) {
    const lines = texts.get(match.file) ?? linesOf(decodeText(await workspace.readFile(match.file as WorkspacePath)) ?? '');
    texts.set(match.file, lines);
    const previous = matches[index - 1];
    const next = matches[index + 1];
    const end = previous?.file === match.file ? Math.min(previous.line + context, match.line - 1) : 0;
    const limit = next?.file === match.file ? next.line - 1 : lines.length;
    shown.push({
      ...match,
      before: lines.slice(Math.max(end, match.line - 1 - context), match.line - 1),
      after: lines.slice(match.line, Math.min(limit, match.line + context)),
    });
  }
  return shown;
}

interface Shown {
  results: readonly ShownMatch[];
  counts: BestMatches['counts'];
}

function outputOf(query: string, findings: SearchFindings, { results, counts }: Shown) {
  const { searched, skipped, skippedCount } = findings;
  const isCut = findings.truncated || results.length < findings.results.length;
  const notes = [findings.note, extentOf(findings, results.length)].filter((note) => note !== null);
  return {
    query,
    matchCount: findings.results.length,
    results: results.map((match) => ({ ...match })),
    ...(counts.length === 0 ? {} : { counts: counts.slice(0, MOST_COUNTS) }),
    filesSearched: searched,
    ...(isCut ? { truncated: true } : {}),
    ...(skippedCount === 0 ? {} : { skipped, skippedCount }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

/** Describes how far the search got if the numbers alone could mislead. */
function extentOf({ results, truncated, searched }: SearchFindings, shown: number): string | null {
  if (truncated && results.length < GATHERED) {
    return 'The search was given up before every file was read; narrow it with path or includePattern.';
  }
  if (shown < results.length || truncated) {
    const all = truncated ? `more than ${results.length}` : String(results.length);
    return `${shown} of ${all} matches are shown; narrow the search, or raise maxResults.`;
  }
  if (results.length > 0) return null;
  return searched === 0 ? 'No text file fits path and patterns.' : 'It was found nowhere.';
}
