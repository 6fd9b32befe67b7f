import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ToolFailure, ToolResult } from '../../agent/contract/tool-definition.ts';
import type { FileVersions, PastChange, PastContent } from '../../agent/contract/tool-ports.ts';
import { readProjectPath } from '../../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';
import { holdsKey } from '../../secrets/key-shapes.ts';
import { failure } from '../failure.ts';
import { linkOnTheWay } from '../files/link-on-the-way.ts';
import { isTouched, type LineRange } from '../files/restore-lines.ts';
import { type UnifiedHunk, unifiedDiff } from '../files/unified-diff.ts';
import { type PastSide, placeName, placeNamed } from './past-side.ts';
import { pastText } from './past-text.ts';

/** Limits in characters: of the diff of one file, and of all files together. */
const LONGEST_OF_ONE = 24_000;
const LONGEST_OF_ALL = 16_000;
/** Limit of files in a diff of all files. */
const MOST_FILES = 200;

/** Both texts of a compared file; null if there is no file. `to` names the second time. */
export interface Compared {
  before: string | null;
  after: string | null;
  to: string;
}

/** Finds both sides of a file's diff: the given time, and a later version or the current file. */
export async function comparedTexts(
  path: WorkspacePath,
  side: PastSide,
  to: number | undefined,
  { versions, workspace }: { versions: FileVersions; workspace: Workspace },
): Promise<Compared | ToolFailure> {
  const before = pastText(path, side.name, side.content);
  if ('ok' in before) return before;
  const name = to === undefined ? 'now' : `version ${to}`;
  const content = to === undefined ? await contentNow(path, workspace) : await versions.read(path, to);
  if (content === null) return failure('not_found', `${path} has no version ${to}. The list of ${path} shows those that there are.`);
  const after = pastText(path, name, content);
  return 'ok' in after ? after : { before: before.text, after: after.text, to: name };
}

async function contentNow(path: WorkspacePath, workspace: Workspace): Promise<PastContent> {
  return (await workspace.kindOf(path)) === 'file' ? { kind: 'file', bytes: await workspace.readFile(path) } : { kind: 'absent' };
}

/** Returns the diff of one file, or only the changes that touch the given lines. */
export function diffOfFile(path: string, from: string, { before, after, to }: Compared, range: LineRange | null): ToolResult {
  if (before === null && after === null) return failure('not_found', `There is no ${path} ${from}, and none ${to}.`);
  const { added, removed, hunks } = unifiedDiff(before ?? '', after ?? '');
  const wanted = range === null ? hunks : hunks.filter((hunk) => isTouched({ newStart: hunk.first - 1, added: linesIn(hunk) }, range));
  const { text, rest } = cutDiff(wanted, LONGEST_OF_ONE);
  return {
    ok: true,
    output: {
      from,
      to,
      files: [{ path, added, removed, ...stateOf(before, after) }],
      diff: text === '' ? '' : `${headOf(path, before, after)}\n${text}`,
      ...(rest === null ? {} : { note: rest }),
      ...(text === '' ? { note: range === null ? 'There is no difference.' : 'There is no difference in these lines.' } : {}),
    },
    effects: [],
  };
}

function linesIn({ first, last }: UnifiedHunk): readonly string[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, () => '');
}

interface FileInDiff {
  path: string;
  added?: number;
  removed?: number;
  /** `new`, `gone`, or the reason why nothing of it is shown. */
  state?: string;
  by?: string;
}

/** Returns the diff of all files since a place, by default since the task began. */
export async function diffOfAll(
  before: string | undefined,
  { versions, workspace }: { versions: FileVersions; workspace: Workspace },
): Promise<ToolResult> {
  const place = placeNamed(before ?? 'this task', await versions.places(), null);
  if ('ok' in place) return before === undefined ? failure('not_found', 'No task has begun here. Name a change, or a path.') : place;
  const changes = await versions.changedSince(place.step);
  const files: FileInDiff[] = [];
  const parts: string[] = [];
  let left = LONGEST_OF_ALL;
  let cut = 0;
  for (const change of changes.slice(0, MOST_FILES)) {
    const { file, text } = await fileInDiff(change, workspace);
    files.push(file);
    if (text.length <= left) parts.push(...(text === '' ? [] : [text]));
    else cut++;
    left -= text.length <= left ? text.length : 0;
  }
  const notes = [
    ...(files.length === 0 ? ['Nothing is different.'] : []),
    ...(cut > 0 ? [`The diffs of ${cut} of the files are too long for here: diff with path shows them.`] : []),
    ...(changes.length > MOST_FILES ? [`${changes.length - MOST_FILES} more files are different.`] : []),
  ];
  return {
    ok: true,
    output: {
      from: `before ${placeName(place)}`,
      to: 'now',
      files: files.map((file) => ({ ...file })),
      diff: parts.join('\n'),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
    effects: [],
  };
}

/** Without the user's approval, only the names of files that may contain keys, or that are behind a link, are shown. */
async function fileInDiff({ path, before, by }: PastChange, workspace: Workspace): Promise<{ file: FileInDiff; text: string }> {
  const whose = by.includes('agent') || by.length === 0 ? {} : { by: by.includes('user') ? 'the user' : 'programs' };
  const only = (state: string) => ({ file: { path, state, ...whose }, text: '' });
  const read = readProjectPath(path);
  if (isSecretPath(path)) return only('may hold keys, not shown');
  if (!read.ok || before.kind === 'link' || (await linkOnTheWay(read.path, workspace)) !== null) return only('a symbolic link, not shown');
  if (before.kind === 'lost') return only('no longer kept as it was');
  const now = await contentNow(read.path, workspace);
  const [old, current] = [textIn(before), textIn(now)];
  if (old === undefined || current === undefined) return only('binary');
  if (holdsKey(old ?? '') || holdsKey(current ?? '')) return only('may hold keys, not shown');
  const { added, removed, hunks } = unifiedDiff(old ?? '', current ?? '');
  const text = [headOf(path, old, current), ...hunks.map((hunk) => hunk.text)].join('\n');
  return { file: { path, added, removed, ...stateOf(old, current), ...whose }, text };
}

/** Returns null if there is no file, undefined if it is binary. */
function textIn(content: PastContent): string | null | undefined {
  return content.kind === 'file' ? (decodeText(content.bytes) ?? undefined) : null;
}

function stateOf(before: string | null, after: string | null): { state?: string } {
  if (before === null) return { state: 'new' };
  return after === null ? { state: 'gone' } : {};
}

function headOf(path: string, before: string | null, after: string | null): string {
  return `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ ${after === null ? '/dev/null' : `b/${path}`}`;
}

/** Returns as many whole hunks as fit, and at least a part of the first. */
function cutDiff(hunks: readonly UnifiedHunk[], most: number): { text: string; rest: string | null } {
  const shown: string[] = [];
  let length = 0;
  for (const { text, first, last } of hunks) {
    length += text.length + 1;
    if (length <= most) {
      shown.push(text);
      continue;
    }
    const end = hunks.at(-1)?.last ?? last;
    if (shown.length > 0) return { text: shown.join('\n'), rest: `Diff with lines "${first}-${end}" shows the rest.` };
    // The same range would be cut at the same place again, so the next diff starts after these lines.
    const others = end > last ? ` Diff with lines "${last + 1}-${end}" shows the rest.` : '';
    const cut = `Only the first ${most} characters of the change of lines ${first}-${last} are shown: read those lines, now and as they were.${others}`;
    return { text: text.slice(0, most), rest: cut };
  }
  return { text: shown.join('\n'), rest: null };
}
