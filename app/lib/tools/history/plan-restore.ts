import type { PlannedChange, ToolFailure, ToolIntent } from '../../agent/contract/tool-definition.ts';
import type { FileVersions } from '../../agent/contract/tool-ports.ts';
import { because } from '../../protocol/texts/reason.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { decodeText, encodeText } from '../../search/text-file.ts';
import { failure } from '../failure.ts';
import { fileArgument } from '../files/path-argument.ts';
import { type LineRange, restoreLines } from '../files/restore-lines.ts';
import { writeGuards } from '../files/write-guards.ts';
import { type AskedTime, isLastEdit, lastWholeRestore, type PastSide, pastSide, placeName } from './past-side.ts';
import { pastText } from './past-text.ts';

/** `restored` names, for the model, the time to which the file returns. */
export type RestoreIntent = Extract<ToolIntent, { kind: 'change' }> & {
  changes: readonly [PlannedChange];
  restored: string;
  isWhole: boolean;
};

interface Asked extends AskedTime {
  path?: string | undefined;
}

/** Plans the change that restores a file, or some of its lines, byte for byte. */
export async function planRestore(
  asked: Asked,
  range: LineRange | null,
  { versions, workspace }: { versions: FileVersions; workspace: Workspace },
): Promise<{ ok: true; intent: RestoreIntent } | ToolFailure> {
  if (asked.path === undefined) return failure('bad_arguments', 'path: say which file is to be restored.');
  if (asked.version === undefined && asked.before === undefined)
    return failure('bad_arguments', 'Say to which time: version, or before ("this task", "last edit", a change, a label).');
  const target = fileArgument(asked.path, workspace.projectRoot());
  if (!target.ok) return target;
  const { path } = target;
  // The current file is checked first: a secret file asks before its history can influence the answer.
  const kind = await workspace.kindOf(path);
  if (kind === 'directory') return failure('failed', `${path} is a folder now. Nothing was restored.`);
  const before = kind === null ? null : await workspace.readFile(path);
  const side = await pastSide(path, asked, versions);
  if (!side.ok) return side;
  const after = range === null ? wholeFile(path, side) : someLines(path, side, before, range);
  if ('ok' in after) return after;
  const isLast = range === null && asked.before !== undefined && isLastEdit(asked.before);
  if (isSame(before, after.bytes)) {
    const undone = isLast ? ` That edit is already undone. ${olderOnes(path)}` : '';
    return failure('no_change', `${path} is already as it was ${wordsOf(side)}. Nothing was restored.${undone}`);
  }
  const restore = isLast ? lastWholeRestore(path, await versions.places()) : null;
  if (restore !== null) {
    const why = `You have restored ${path} after its last edit, in ${placeName(restore)}, to another time`;
    return failure('failed', `${why}. Nothing was restored. ${olderOnes(path)}`);
  }
  const restored = `${range === null ? path : `lines ${range.first}-${range.last} of ${path}`} as ${wordsOf(side)}`;
  const change = { path, before, after: after.bytes };
  return {
    ok: true,
    intent: {
      kind: 'change',
      summary: `restore ${restored}`,
      changes: [change],
      guards: guardsOf(change),
      restored,
      isWhole: range === null,
    },
  };
}

function olderOnes(path: string): string {
  return `To go to any other time, name its change or version: the list of ${path} shows them.`;
}

function wordsOf({ name, place }: PastSide): string {
  return place === null ? `in ${name}` : name;
}

type After = { bytes: Uint8Array | null } | ToolFailure;

function wholeFile(path: WorkspacePath, { name, content }: PastSide): After {
  switch (content.kind) {
    case 'file':
      return { bytes: content.bytes };
    case 'absent':
      return { bytes: null };
    case 'lost':
      return failure('not_found', `The content of ${path} ${name} is no longer kept. Nothing was restored.`);
    case 'link':
      return failure('failed', `${path} was a symbolic link then; links are not restored. Nothing was restored.`);
  }
}

function someLines(path: WorkspacePath, { name, content }: PastSide, before: Uint8Array | null, range: LineRange): After {
  const past = pastText(path, name, content);
  if ('ok' in past) return past;
  const now = before === null ? null : decodeText(before);
  if (past.text === null || now === null) {
    const what = past.text === null ? `There was no ${path} ${name}` : `${path} is no text file now`;
    return failure('failed', `${what}: it has no lines to restore. Without "lines" the whole file goes back.`);
  }
  const restored = restoreLines(now, past.text, range);
  return restored.ok
    ? { bytes: encodeText(restored.text) }
    : failure('failed', `Nothing was restored in ${path} (${name}): ${restored.why}.`);
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function guardsOf({ before, after }: PlannedChange) {
  if (after === null) return [because('it deletes a file')];
  const text = decodeText(after);
  return text === null ? [] : writeGuards(before === null ? null : decodeText(before), text);
}
