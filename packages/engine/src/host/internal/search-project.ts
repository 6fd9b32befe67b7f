import type { ClientSession, SessionRequest } from '../../kernel/processes/session.ts';

/** The options shared by both searches of the internal client. */
export interface SearchOptions {
  includes?: string[];
  excludes?: string[];
  gitignore?: boolean;
  requireGit?: boolean;
  globalIgnoreFiles?: boolean;
  ignoreSymlinks?: boolean;
  resultLimit?: number;
}

export interface TextSearchOptions extends SearchOptions {
  folders?: string[];
  isRegex?: boolean;
  caseSensitive?: boolean;
  isWordMatch?: boolean;
}

export interface TextSearchRange {
  /** 1-based. */
  startLineNumber: number;
  endLineNumber: number;
  /** In UTF-16 units, 0-based. */
  startColumn: number;
  endColumn: number;
}

export interface TextSearchMatch {
  preview: { text: string; matches: TextSearchRange[] };
  ranges: TextSearchRange[];
}

export interface SearchPlace {
  workdir: string;
  start(request: SessionRequest): ClientSession;
}

/** The used fields of a line of `rg --json`. */
interface FoundLine {
  type: string;
  data: {
    path: { text: string };
    lines: { text: string };
    line_number: number;
    submatches: { match: { text: string }; start: number; end: number }[];
  };
}

/**
 * Searches with the engine's own ripgrep in a separate process, so that an endless expression blocks only this search, and can be stopped.
 */
export async function searchText(
  place: SearchPlace,
  pattern: string,
  options: TextSearchOptions,
  onProgress: (path: string, matches: TextSearchMatch[]) => unknown,
): Promise<Map<string, TextSearchMatch[]>> {
  const { isRegex = false, caseSensitive = false, isWordMatch = false, resultLimit = Number.POSITIVE_INFINITY } = options;
  const args = ['--json', '--hidden', caseSensitive ? '-s' : '-i', ...commonArguments(options)];
  if (!isRegex) args.push('-F');
  if (isWordMatch) args.push('-w');
  const folders = options.folders === undefined || options.folders.length === 0 ? [place.workdir] : options.folders;
  args.push('-e', pattern, '--', ...folders.map((folder) => (folder.startsWith('/') ? folder : `${place.workdir}/${folder}`)));
  const found = new Map<string, TextSearchMatch[]>();
  let room = resultLimit;
  const tell = (path: string): unknown => onProgress(path, found.get(path) ?? []);
  await runRipgrep(place, args, place.workdir, (line) => {
    const { type, data } = JSON.parse(line) as FoundLine; // Written by the engine's own ripgrep.
    if (type === 'end') tell(data.path.text);
    if (type !== 'match') return true;
    const match = toMatch(data, room);
    room -= match.ranges.length;
    found.set(data.path.text, [...(found.get(data.path.text) ?? []), match]);
    if (room <= 0) tell(data.path.text);
    return room > 0;
  });
  return found;
}

/** Returns the absolute paths of the files below `folder` that match one of the globs, or of all files if there are none. */
export async function searchFiles(place: SearchPlace, globs: readonly string[], folder: string, options: SearchOptions): Promise<string[]> {
  const { resultLimit = Number.POSITIVE_INFINITY } = options;
  const args = ['--files', '--hidden', ...commonArguments({ ...options, includes: [...(options.includes ?? []), ...globs] }), '--', folder];
  const found: string[] = [];
  if (resultLimit <= 0) return found;
  await runRipgrep(place, args, folder, (line) => found.push(line) < resultLimit);
  return found;
}

function commonArguments({ includes = [], excludes = [], gitignore = false, requireGit = false, ...rest }: SearchOptions): string[] {
  const args = gitignore ? [] : ['--no-ignore'];
  if (gitignore && !requireGit) args.push('--no-require-git');
  if (rest.globalIgnoreFiles !== true) args.push('--no-ignore-global');
  if (rest.ignoreSymlinks === false) args.push('-L');
  for (const glob of includes) args.push('-g', glob);
  for (const glob of excludes) args.push('-g', `!${glob}`);
  return args;
}

/** Passes each line of the output to `take` until it returns false. */
async function runRipgrep(place: SearchPlace, args: string[], cwd: string, take: (line: string) => boolean): Promise<void> {
  const session = place.start({
    file: '/usr/bin/rg',
    args: ['rg', ...args],
    env: { PATH: '/usr/bin:/bin', HOME: '/home', PWD: cwd },
    cwd,
    isErrorSeparate: true,
  });
  const fault = readAll(session);
  const decoder = new TextDecoder();
  let rest = '';
  let isWanted = true;
  for (let chunk = await session.readOutput(); chunk.byteLength > 0; chunk = await session.readOutput()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // Output after the last wanted line is discarded until the process has ended.
    for (const line of lines) isWanted = isWanted && (take(line) || (session.kill(), false));
  }
  const { exitCode } = await session.exit;
  if (isWanted && exitCode !== null && exitCode > 1) throw new Error(`The search failed: ${(await fault).trim()}`);
}

async function readAll(session: ClientSession): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await session.readError(); chunk.byteLength > 0; chunk = await session.readError())
    text += decoder.decode(chunk, { stream: true });
  return text;
}

function toMatch({ lines, line_number: line, submatches }: FoundLine['data'], room: number): TextSearchMatch {
  const text = lines.text.replace(/\r?\n$/, '');
  const bytes = new TextEncoder().encode(text);
  const column = (offset: number): number => new TextDecoder().decode(bytes.subarray(0, offset)).length;
  const ranges = submatches
    .slice(0, room)
    .map(({ start, end }) => ({ startLineNumber: line, endLineNumber: line, startColumn: column(start), endColumn: column(end) }));
  return { preview: { text, matches: ranges }, ranges };
}
