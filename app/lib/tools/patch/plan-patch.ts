import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { PlannedChange, ToolFailure } from '../../agent/contract/tool-definition.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { encodeText } from '../../search/text-file.ts';
import { failure } from '../failure.ts';
import { fileToChange, nearestHint } from '../files/file-to-change.ts';
import { linkOnTheWay } from '../files/link-on-the-way.ts';
import { fileArgument } from '../files/path-argument.ts';
import { writeGuards } from '../files/write-guards.ts';
import { applyHunks } from './apply-hunks.ts';
import type { PatchSection } from './read-patch.ts';

export interface PatchPlan {
  ok: true;
  changes: PlannedChange[];
  guards: Reason[];
  effects: ToolEffect[];
  /** The reasons why the other files are unchanged; only if a patch may be applied in part. */
  left: string[];
}

const NOTHING = 'Nothing was written.';
/** The nearest lines are shown for this many hunks of a patch, because each search reads the whole file. */
const MOST_HINTS = 6;

/**
 * Plans all sections against the current files. Each file may have only one section, so that a card shows its whole change. If sections
 * fail, the answer lists every failing hunk of every file; with `isPartial`, the other files are planned nevertheless.
 */
export async function planPatch(
  sections: readonly PatchSection[],
  workspace: Workspace,
  { isPartial = false }: { isPartial?: boolean } = {},
): Promise<PatchPlan | ToolFailure> {
  const whole: PatchPlan = { ok: true, changes: [], guards: [], effects: [], left: [] };
  const failures: ToolFailure[] = [];
  const hints = { left: MOST_HINTS };
  const named = new Set<string>();
  const failed: string[] = [];
  for (const section of sections) {
    // A result that depends on a secret file asks before it is shown; a failure that does not depend on one is shown at once.
    if (failures.length > 0 && !isPartial && pathsOf(section, workspace.projectRoot()).some(isSecretPath)) continue;
    const one = await planSection(section, workspace, hints);
    if (!one.ok) {
      failures.push(one);
      failed.push(...pathsOf(section, workspace.projectRoot()));
      continue;
    }
    for (const { path } of one.changes) {
      if (named.has(path)) return failure('bad_arguments', `The patch names ${path} twice; put its hunks into one section. ${NOTHING}`);
      named.add(path);
    }
    whole.changes.push(...one.changes);
    whole.guards.push(...one.guards);
    whole.effects.push(...one.effects);
  }
  if (failures.length === 0) return whole;
  // If one section of a file applies and another does not, the file would be changed only halfway.
  const fits = failed.some((path) => named.has(path)) ? [] : [...named];
  if (!isPartial || fits.length === 0) return refusalOf(failures, fits);
  return { ...whole, left: failures.map(({ message }) => message) };
}

/** Returns the files that a section names, without those that are not project paths. */
function pathsOf(section: PatchSection, root: string): string[] {
  const paths = section.kind === 'update' && section.moveTo !== null ? [section.path, section.moveTo] : [section.path];
  return paths.flatMap((path) => {
    const read = fileArgument(path, root);
    return read.ok ? [read.path] : [];
  });
}

/** `fits` lists the files to which the patch applies. */
function refusalOf(failures: readonly ToolFailure[], fits: readonly string[]): ToolFailure {
  const [first, ...others] = failures;
  // The plain sentence of one of them says more to the user than that something failed.
  const code = failures.find((one) => one.code !== 'failed')?.code ?? 'failed';
  const reasons = others.length === 0 ? (first?.message ?? '') : failures.map(({ message }) => `- ${message}`).join('\n');
  const message = others.length === 0 ? `${NOTHING} ${reasons}` : `${NOTHING}\n${reasons}`;
  if (fits.length === 0) return failure(code, message);
  const rest = `What it says of ${fits.join(', ')} fits: correct what failed and send the whole patch again, or send it with "partial": true to apply what fits.`;
  return failure(code, `${message}\n${rest}`);
}

/** The number of hunks for which the nearest lines may still be searched. */
interface Hints {
  left: number;
}

async function planSection(section: PatchSection, workspace: Workspace, hints: Hints): Promise<PatchPlan | ToolFailure> {
  switch (section.kind) {
    case 'add':
      return planAddition(section, workspace);
    case 'delete':
      return planDeletion(section.path, workspace);
    case 'update':
      return planUpdate(section, workspace, hints);
  }
}

async function planAddition(
  { path, lines }: Extract<PatchSection, { kind: 'add' }>,
  workspace: Workspace,
): Promise<PatchPlan | ToolFailure> {
  const target = await newPath(path, workspace);
  if (!target.ok) return target;
  const text = lines.map((line) => `${line}\n`).join('');
  return {
    ok: true,
    changes: [{ path: target.path, before: null, after: encodeText(text) }],
    guards: writeGuards(null, text),
    effects: [{ type: 'file-created', path: target.path }],
    left: [],
  };
}

async function planDeletion(path: string, workspace: Workspace): Promise<PatchPlan | ToolFailure> {
  const read = fileArgument(path, workspace.projectRoot());
  if (!read.ok) return read;
  const kind = await workspace.kindOf(read.path);
  if (kind === null) return failure('not_found', `${path} does not exist; there is nothing to delete.`);
  if (kind === 'directory') return failure('failed', `${path} is a folder; a patch deletes single files.`);
  return {
    ok: true,
    changes: [{ path: read.path, before: await workspace.readFile(read.path), after: null }],
    guards: [because('it deletes a file')],
    effects: [{ type: 'file-deleted', path: read.path }],
    left: [],
  };
}

async function planUpdate(
  { path, moveTo, hunks }: Extract<PatchSection, { kind: 'update' }>,
  workspace: Workspace,
  hints: Hints,
): Promise<PatchPlan | ToolFailure> {
  const file = await fileToChange(path, workspace);
  if (!file.ok) return file;
  const outcome = applyHunks(file.text, hunks);
  if (!outcome.ok) {
    const sentences = outcome.failed.map(({ hunk: index, why, isMissing }) => {
      const hunk = hunks[index];
      const which = `Hunk ${index + 1} of ${hunks.length} for ${path} (line ${hunk?.line} of the patch) ${why}.`;
      return isMissing && hints.left-- > 0 ? `${which} ${nearestHint(file.path, file.text, (hunk?.find ?? []).join('\n'))}` : which;
    });
    return failure(outcome.failed.every(({ isAmbiguous }) => isAmbiguous) ? 'many_matches' : 'no_match', sentences.join('\n'));
  }
  const guards = writeGuards(file.text, outcome.text);
  const after = encodeText(outcome.text);
  if (moveTo === null) {
    if (outcome.text === file.text) return failure('no_change', `The patch changes nothing in ${path}: the text is already so.`);
    return {
      ok: true,
      changes: [{ path: file.path, before: file.bytes, after }],
      guards,
      effects: [{ type: 'file-modified', path: file.path }],
      left: [],
    };
  }
  const target = await newPath(moveTo, workspace);
  if (!target.ok) return target;
  const isChanged = outcome.text !== file.text;
  return {
    ok: true,
    changes: [
      { path: file.path, before: file.bytes, after: null },
      // Use the same bytes if nothing changes, so that it is recognised as a move.
      { path: target.path, before: null, after: isChanged ? after : file.bytes },
    ],
    guards,
    effects: [
      { type: 'file-renamed', from: file.path, to: target.path },
      ...(isChanged ? [{ type: 'file-modified' as const, path: target.path }] : []),
    ],
    left: [],
  };
}

async function newPath(path: string, workspace: Workspace): Promise<{ ok: true; path: WorkspacePath } | ToolFailure> {
  const read = fileArgument(path, workspace.projectRoot());
  if (!read.ok) return read;
  const link = await linkOnTheWay(read.path, workspace);
  if (link !== null) return failure('outside_project', `${link} is a symbolic link. Name the file it points to.`);
  if ((await workspace.kindOf(read.path)) !== null)
    return failure('failed', `${path} exists already. Change it with \`*** Update File:\`, or choose another path.`);
  return read;
}

/** Writes first, then removes; undoes everything if a later part fails. */
export async function writeChanges(changes: readonly PlannedChange[], workspace: Workspace): Promise<void> {
  const done: PlannedChange[] = [];
  try {
    for (const change of [...changes].sort((one, other) => Number(one.after === null) - Number(other.after === null))) {
      done.push(change);
      if (change.after === null) await workspace.remove(change.path);
      else await workspace.writeFile(change.path, change.after);
    }
  } catch (error) {
    for (const { path, before } of done.reverse()) {
      if (before !== null) await workspace.writeFile(path, before);
      else if ((await workspace.kindOf(path)) === 'file') await workspace.remove(path);
    }
    throw error;
  }
}
