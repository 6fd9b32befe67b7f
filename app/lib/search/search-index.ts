import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';
import type { FindRequest, SearchFindings, SearchRequest } from '../runtime/types.ts';
import { findAll } from './find-all.ts';
import { IgnoreTree } from './ignore-rules.ts';
import { pathFilter } from './path-filter.ts';
import { requiredText } from './required-text.ts';
import { emptyFindings, LARGEST_SEARCHED_FILE, shownMatch, skip } from './search-lines.ts';
import { compileFreely, type LineSearch, parseQuery, type Query } from './search-pattern.ts';
import { decodeText } from './text-file.ts';

type Entry =
  /** Line endings are normalised to LF. `isIgnored` is cached once computed and reset when rules change. */
  | { kind: 'text'; path: string; text: string; isIgnored: boolean | null }
  | { kind: 'other'; path: string; reason: string; isIgnored: boolean | null };

/** Maximum bytes of text held; further files are not searched but are reported. */
const LARGEST_INDEX = 256 * 1024 * 1024;

/**
 * The decoded text of all files, for searches that would take seconds with one request per file. It runs in a worker, so that no expression
 * blocks the page, and knows only what it is given.
 */
export class SearchIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #rules = new IgnoreTree();
  /** Null if the entries must be sorted again. */
  #sorted: Entry[] | null = null;
  #characters = 0;

  put(path: string, content: Uint8Array): void {
    this.#forget(path);
    const entry = this.#entryOf(path, content);
    // The size limit must not reveal the size of a secret file.
    if (entry.kind === 'text' && !isSecretPath(path)) this.#characters += entry.text.length;
    this.#entries.set(path, entry);
    this.#sorted = null;
    if (isIgnoreFile(path)) this.#setRules(folderOf(path), entry.kind === 'text' ? entry.text : '');
  }

  /** Removes a file, or a folder with everything below it. */
  remove(path: string): void {
    for (const known of this.#entries.has(path) ? [path] : [...this.#entries.keys()].filter((key) => key.startsWith(`${path}/`))) {
      this.#forget(known);
      if (isIgnoreFile(known)) this.#setRules(folderOf(known), null);
    }
  }

  search(request: SearchRequest): SearchFindings {
    const query = parseQuery(request.query);
    const search = compileFreely(query);
    const findings = emptyFindings(search.note);
    const isWanted = pathFilter(request.include, request.exclude);
    if (typeof isWanted === 'string') return findings;
    const named = this.#entries.get(request.path);
    if (named !== undefined) {
      searchEntry(named, { query, search, limit: request.limit, findings });
      return findings;
    }
    const prefix = request.path === '' ? '' : `${request.path}/`;
    // An explicitly named folder is searched even if it is ignored.
    const hasRules = !this.#rules.ignoresFolder(request.path);
    for (const entry of this.#inOrder()) {
      if (!entry.path.startsWith(prefix) || !isWanted(entry.path) || (hasRules && this.#isIgnored(entry))) continue;
      // Files that may hold keys are searched only if the call names them, which requires the user's approval.
      if (isSecretPath(entry.path)) skip(findings, entry.path, 'may hold secrets');
      else searchEntry(entry, { query, search, limit: request.limit, findings });
      if (findings.truncated) break;
    }
    return findings;
  }

  /** Searches the files that are not ignored. */
  findAll(request: FindRequest): FoundInProject {
    const texts = this.#inOrder().flatMap((entry) => (entry.kind === 'text' && !this.#isIgnored(entry) ? [entry] : []));
    return findAll(texts, request);
  }

  #entryOf(path: string, content: Uint8Array): Entry {
    const other = (reason: string): Entry => ({ kind: 'other', path, reason, isIgnored: null });
    if (content.length > LARGEST_SEARCHED_FILE) return other(`${content.length} bytes`);
    if (this.#characters + content.length > LARGEST_INDEX) return other('the project has more text than is searched');
    const text = decodeText(content);
    if (text === null) return other('binary');
    return { kind: 'text', path, text: text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, isIgnored: null };
  }

  #forget(path: string): void {
    const entry = this.#entries.get(path);
    if (entry?.kind === 'text' && !isSecretPath(path)) this.#characters -= entry.text.length;
    if (this.#entries.delete(path)) this.#sorted = null;
  }

  #setRules(folder: string, text: string | null): void {
    if (text === null) this.#rules.delete(folder);
    else this.#rules.set(folder, text);
    for (const entry of this.#entries.values()) entry.isIgnored = null;
  }

  /** Returns the entries in the order of a folder walk: a folder's files are sorted by the folder's name. */
  #inOrder(): readonly Entry[] {
    this.#sorted ??= [...this.#entries.values()]
      .map((entry) => ({ entry, key: entry.path.replaceAll('/', '\u0000') }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ entry }) => entry);
    return this.#sorted;
  }

  #isIgnored(entry: Entry): boolean {
    const folder = folderOf(entry.path);
    entry.isIgnored ??= (folder !== '' && this.#rules.ignoresFolder(folder)) || this.#rules.ignores(entry.path, false);
    return entry.isIgnored;
  }
}

interface RunningSearch {
  query: Query;
  search: LineSearch;
  limit: number;
  findings: SearchFindings;
}

function searchEntry(entry: Entry, { query, search, limit, findings }: RunningSearch): void {
  if (entry.kind === 'other') {
    skip(findings, entry.path, entry.reason);
    return;
  }
  findings.searched++;
  const { text } = entry;
  let lineNumber = 1;
  let counted = 0;
  for (const { start, end } of candidateLines(text, query)) {
    const line = text.slice(start, end);
    const found = search.find(line);
    if (found === null) continue;
    if (findings.results.length === limit) {
      findings.truncated = true;
      return;
    }
    lineNumber += lineEndsBetween(text, counted, start);
    counted = start;
    findings.results.push(shownMatch(entry.path, lineNumber, line, found));
  }
}

/** Yields lines that may match, in order, including all that do match. */
function* candidateLines(text: string, query: Query): Generator<{ start: number; end: number }> {
  const next = candidateFinder(text, query);
  for (let from = 0; from < text.length; ) {
    const at = next(from);
    if (at === -1 || (at >= text.length && text.endsWith('\n'))) return;
    const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    yield { start, end };
    from = end + 1;
  }
}

/** Returns a function that finds the next candidate at or after `from`, the start of a line; -1 if there is none. */
function candidateFinder(text: string, query: Query): (from: number) => number {
  if (query.type === 'text') return (from) => text.indexOf(query.text, from);
  const required = requiredText(query);
  if (required.type === 'unknown') return (from) => from;
  const byExpression = required.type === 'text' ? (from: number) => text.indexOf(required.text, from) : expressionFinder(text, query);
  // The literal query is searched too, since it may occur where the expression does not match.
  const byLiteral = (from: number) => text.indexOf(query.literal, from);
  let expression = -2;
  let literal = -2;
  return (from) => {
    if (expression !== -1 && expression < from) expression = byExpression(from);
    if (literal !== -1 && literal < from) literal = byLiteral(from);
    return expression === -1 || (literal !== -1 && literal < expression) ? literal : expression;
  };
}

/** Searches the whole text at once: a match may span lines, but if there is none, no single line matches either. */
function expressionFinder(text: string, { source, flags }: Extract<Query, { type: 'expression' }>): (from: number) => number {
  const expression = new RegExp(source, `gm${flags}`);
  return (from) => {
    expression.lastIndex = from;
    return expression.exec(text)?.index ?? -1;
  };
}

function lineEndsBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Excludes files in key folders, because what a search skips would reveal their content. */
function isIgnoreFile(path: string): boolean {
  return (path === '.gitignore' || path.endsWith('/.gitignore')) && !isSecretPath(path);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
