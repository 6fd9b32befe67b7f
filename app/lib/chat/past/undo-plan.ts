import { t } from '../../i18n/t.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { PlacedContent, WorkspacePath } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';
import { placedContent } from './apply-versions.ts';
import { type MergeConflict, mergeTexts } from './merge-texts.ts';
import type { PastStep } from './past-step.ts';

/** The new state of a file; `content` null removes it. */
export type PlannedFile =
  | { type: 'exact'; path: WorkspacePath; content: PlacedContent | null }
  /** Later changes to the file are kept. */
  | { type: 'merged'; path: WorkspacePath; content: Uint8Array }
  /** Later changes touch the same lines, or the file is not text: it stays unchanged. */
  | { type: 'conflict'; path: WorkspacePath; why: 'lines' | 'not-text' | 'gone' | 'there'; conflicts: readonly MergeConflict[] };

export interface UndoPlan {
  /** The files that would change, sorted by name. */
  files: readonly PlannedFile[];
  /** Later steps that changed the same files. */
  later: readonly PastStep[];
}

export interface UndoInput {
  /** All steps, in order. */
  steps: readonly PastStep[];
  /** Sequence numbers of the steps to undo. */
  chosen: ReadonlySet<number>;
  /** The files to undo; null for all. */
  paths: readonly string[] | null;
  now: ReadonlyMap<string, ContentHash>;
  /** Returns null if the content is not stored. */
  read(hash: ContentHash): Promise<Uint8Array | null>;
}

/** Plans how to undo these steps. Rejects if a version's content is missing. Changes nothing. */
export async function planUndo(input: UndoInput): Promise<UndoPlan> {
  const files: PlannedFile[] = [];
  const later = new Set<PastStep>();
  for (const path of touchedPaths(input)) {
    const { file, over } = await planFile(path, input);
    if (file === null) continue;
    files.push(file);
    for (const step of over) later.add(step);
  }
  return { files, later: input.steps.filter((step) => later.has(step)) };
}

/** These steps and all later ones that changed one of their files, and so on: together they can be undone exactly. */
export function withLaterSteps({ steps, chosen, paths }: Pick<UndoInput, 'steps' | 'chosen' | 'paths'>): ReadonlySet<number> {
  const taken = new Set(chosen);
  const touched = new Set<string>();
  for (const step of steps) {
    const own = [...step.changes.keys()].filter((path) => paths === null || paths.includes(path));
    if (!taken.has(step.sequence) && !own.some((path) => touched.has(path))) continue;
    taken.add(step.sequence);
    for (const path of own) touched.add(path);
  }
  return taken;
}

function touchedPaths({ steps, chosen, paths }: UndoInput): WorkspacePath[] {
  const names = new Set(steps.filter(({ sequence }) => chosen.has(sequence)).flatMap(({ changes }) => [...changes.keys()]));
  return [...names].sort().flatMap((name) => {
    const path = toWorkspacePath(name);
    return path === null || isIgnoredPath(path) || (paths !== null && !paths.includes(path)) ? [] : [path];
  });
}

/** A series of consecutive steps that are all undone. */
interface Stretch {
  before: ContentHash | null;
  after: ContentHash | null;
}

interface PlannedPath {
  /** The new state; null if the file stays as it is. */
  file: PlannedFile | null;
  over: readonly PastStep[];
}

type Content = { type: 'version'; hash: ContentHash | null } | { type: 'text'; text: string };

/** Goes back from the file's newest step: if nothing follows a series of undone steps, its older version is restored; otherwise both are merged. */
async function planFile(path: WorkspacePath, input: UndoInput): Promise<PlannedPath> {
  const hash = input.now.get(path) ?? null;
  let content: Content = { type: 'version', hash };
  for (const stretch of stretchesOf(path, input)) {
    if (content.type === 'version' && content.hash === stretch.after) {
      content = { type: 'version', hash: stretch.before };
      continue;
    }
    const merged = await mergeOver(path, content, stretch, input);
    if ('file' in merged) return { file: merged.file, over: laterSteps(path, input) };
    content = merged;
  }
  if (content.type === 'text') {
    return { file: { type: 'merged', path, content: new TextEncoder().encode(content.text) }, over: laterSteps(path, input) };
  }
  if (content.hash === hash) return { file: null, over: [] };
  const bytes = content.hash === null ? null : await contentOf(content.hash, path, input);
  return { file: { type: 'exact', path, content: bytes }, over: [] };
}

/** Newest first. */
function stretchesOf(path: string, { steps, chosen }: UndoInput): Stretch[] {
  const stretches: Stretch[] = [];
  let isOpen = false;
  for (const step of steps.toReversed()) {
    const change = step.changes.get(path);
    if (change === undefined) continue;
    const isChosen = chosen.has(step.sequence);
    const last = stretches.at(-1);
    if (isChosen && isOpen && last !== undefined) last.before = change.before;
    else if (isChosen) stretches.push({ ...change });
    isOpen = isChosen;
  }
  return stretches;
}

function laterSteps(path: string, { steps, chosen }: UndoInput): PastStep[] {
  const first = steps.findIndex((step) => chosen.has(step.sequence) && step.changes.has(path));
  return steps.slice(first + 1).filter((step) => !chosen.has(step.sequence) && step.changes.has(path));
}

async function mergeOver(
  path: WorkspacePath,
  now: Content,
  { before, after }: Stretch,
  input: UndoInput,
): Promise<Content | { file: PlannedFile }> {
  const conflict = (why: 'not-text' | 'gone' | 'there') => ({ file: { type: 'conflict' as const, path, why, conflicts: [] } });
  // The file was created or removed in between: nothing can be merged.
  if (now.type === 'version' && now.hash === before) return now;
  if (now.type === 'version' && now.hash === null) return conflict('gone');
  if (before === null || after === null) return conflict('there');
  const text = async (hash: ContentHash) => {
    const content = await contentOf(hash, path, input);
    return content instanceof Uint8Array ? decodeText(content) : null;
  };
  const ours = now.type === 'text' ? now.text : now.hash === null ? null : await text(now.hash);
  const [base, theirs] = [await text(after), await text(before)];
  if (ours === null || base === null || theirs === null) return conflict('not-text');
  const merged = mergeTexts(base, ours, theirs);
  if (merged.type === 'conflict') return { file: { type: 'conflict', path, why: 'lines', conflicts: merged.conflicts } };
  return merged.text === ours ? now : { type: 'text', text: merged.text };
}

async function contentOf(hash: ContentHash, path: string, { read }: Pick<UndoInput, 'read'>): Promise<PlacedContent> {
  const content = await placedContent(hash, read);
  if (content === null) {
    throw new Error(t("the content of {path} at that time is missing from this browser's storage. Nothing was changed.", { path }));
  }
  return content;
}
