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
}

const NOTHING = 'Nothing was written.';

/** Plans all sections against the current files. Each file may have only one section, so that a card shows its whole change. */
export async function planPatch(sections: readonly PatchSection[], workspace: Workspace): Promise<PatchPlan | ToolFailure> {
  const whole: PatchPlan = { ok: true, changes: [], guards: [], effects: [] };
  const named = new Set<string>();
  for (const section of sections) {
    const one = await planSection(section, workspace);
    if (!one.ok) return one;
    for (const { path } of one.changes) {
      if (named.has(path)) return failure('bad_arguments', `The patch names ${path} twice; put its hunks into one section. ${NOTHING}`);
      named.add(path);
    }
    whole.changes.push(...one.changes);
    whole.guards.push(...one.guards);
    whole.effects.push(...one.effects);
  }
  return whole;
}

async function planSection(section: PatchSection, workspace: Workspace): Promise<PatchPlan | ToolFailure> {
  switch (section.kind) {
    case 'add':
      return planAddition(section, workspace);
    case 'delete':
      return planDeletion(section.path, workspace);
    case 'update':
      return planUpdate(section, workspace);
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
  };
}

async function planDeletion(path: string, workspace: Workspace): Promise<PatchPlan | ToolFailure> {
  const read = fileArgument(path);
  if (!read.ok) return read;
  const kind = await workspace.kindOf(read.path);
  if (kind === null) return failure('not_found', `${path} does not exist; there is nothing to delete. ${NOTHING}`);
  if (kind === 'directory') return failure('failed', `${path} is a folder; a patch deletes single files. ${NOTHING}`);
  return {
    ok: true,
    changes: [{ path: read.path, before: await workspace.readFile(read.path), after: null }],
    guards: [because('it deletes a file')],
    effects: [{ type: 'file-deleted', path: read.path }],
  };
}

async function planUpdate(
  { path, moveTo, hunks }: Extract<PatchSection, { kind: 'update' }>,
  workspace: Workspace,
): Promise<PatchPlan | ToolFailure> {
  const file = await fileToChange(path, workspace);
  if (!file.ok) return file;
  const outcome = applyHunks(file.text, hunks);
  if (!outcome.ok) {
    const hunk = hunks[outcome.hunk];
    const which = `Hunk ${outcome.hunk + 1} of ${hunks.length} for ${path} (line ${hunk?.line} of the patch) ${outcome.why}.`;
    const hint = outcome.isMissing ? ` ${nearestHint(file.path, file.text, (hunk?.find ?? []).join('\n'))}` : '';
    return failure('failed', `${which} ${NOTHING}${hint}`);
  }
  const guards = writeGuards(file.text, outcome.text);
  const after = encodeText(outcome.text);
  if (moveTo === null) {
    if (outcome.text === file.text) return failure('failed', `The patch changes nothing in ${path}: the text is already so. ${NOTHING}`);
    return {
      ok: true,
      changes: [{ path: file.path, before: file.bytes, after }],
      guards,
      effects: [{ type: 'file-modified', path: file.path }],
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
  };
}

async function newPath(path: string, workspace: Workspace): Promise<{ ok: true; path: WorkspacePath } | ToolFailure> {
  const read = fileArgument(path);
  if (!read.ok) return read;
  const link = await linkOnTheWay(read.path, workspace);
  if (link !== null) return failure('outside_project', `${link} is a symbolic link. Name the file it points to.`);
  if ((await workspace.kindOf(read.path)) !== null)
    return failure('failed', `${path} exists already. Change it with \`*** Update File:\`, or choose another path. ${NOTHING}`);
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
