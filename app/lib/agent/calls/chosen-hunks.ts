import type { JsonValue } from '../../protocol/message.ts';
import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ApprovalAnswer } from '../../protocol/tool-call.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import type { ToolIntent, ToolResult } from '../contract/tool-definition.ts';
import { applyHunks, type Hunk, hunkRange, hunksOf, splitLines } from './hunks.ts';
import { textOfContent } from './proposed-change.ts';
import { fileDiff } from './shown-hunks.ts';

/** Approves only some hunks of a change; the others are refused. */
export type HunksAnswer = Extract<ApprovalAnswer, { decision: 'hunks' }>;

/** Context lines shown to the model around each hunk of the resulting text. */
const SHOWN_AROUND = 2;
/** Longer stretches are cut in the result; the model can read the file. */
const MOST_SHOWN = 40;

interface HunkedChange {
  path: WorkspacePath;
  content: Uint8Array;
  before: string;
  hunks: readonly Hunk[];
}

/** Splits the change of an intent into hunks. Returns null for several files, a new or deleted file, or a binary one. */
export function hunkedChange(intent: ToolIntent): HunkedChange | null {
  if (intent.kind !== 'change' || intent.changes.length !== 1) return null;
  const [change] = intent.changes;
  if (change?.before == null || change.after === null) return null;
  const before = textOfContent(change.before);
  const after = textOfContent(change.after);
  return before === null || after === null ? null : { path: change.path, content: change.before, before, hunks: hunksOf(before, after) };
}

/** Returns the reason, for the user, why the answer is invalid; null if it is valid. */
export function refusalOfHunks(intent: ToolIntent, { accepted, reasons = [] }: HunksAnswer): Reason | null {
  const change = hunkedChange(intent);
  if (change === null) return because('This change cannot be taken in parts. Approve it or deny it as a whole.');
  const named = [...accepted, ...reasons.map(({ hunk }) => hunk)];
  const missing = named.find((hunk) => hunk >= change.hunks.length);
  if (missing !== undefined)
    return because('The change has {count} hunks; there is no hunk {number}.', { count: change.hunks.length, number: String(missing + 1) });
  return accepted.length === 0 ? because('None of its hunks is taken. Deny the change instead.') : null;
}

/**
 * Writes the original text with the accepted hunks applied, provided that the file has not changed since they were shown. The result states
 * exactly what was written.
 */
export async function runChosenHunks(intent: ToolIntent, answer: HunksAnswer, workspace: Workspace): Promise<ToolResult> {
  const change = hunkedChange(intent);
  const refusal = refusalOfHunks(intent, answer);
  if (change === null || refusal !== null) {
    const why = refusal === null ? '' : `${reasonText(refusal)} `;
    return { ok: false, code: 'approval_mismatch', message: `${why}Nothing was written.` };
  }
  const { path, before, hunks } = change;
  const present = await workspace.readFile(path);
  if (present.length !== change.content.length || present.some((byte, index) => byte !== change.content[index])) {
    return { ok: false, code: 'approval_mismatch', message: `${path} has changed since the change was shown; nothing was written.` };
  }
  const text = applyHunks(before, hunks, new Set(answer.accepted));
  const bytes = new TextEncoder().encode(text);
  await workspace.writeFile(path, bytes);
  return {
    ok: true,
    output: outputOf(change, answer, { text, size: bytes.length }),
    effects: [{ type: 'file-modified', path, diff: fileDiff(before, text) }],
  };
}

function outputOf(change: HunkedChange, answer: HunksAnswer, { text, size }: { text: string; size: number }): JsonValue {
  const accepted = new Set(answer.accepted);
  const reasons = new Map((answer.reasons ?? []).map(({ hunk, reason }) => [hunk, reason.trim()]));
  const applied: JsonValue[] = [];
  const refused: JsonValue[] = [];
  for (const [index, hunk] of change.hunks.entries()) {
    const base = { hunk: index + 1, place: hunkRange(hunk) };
    const reason = reasons.get(index) ?? '';
    if (accepted.has(index)) applied.push(base);
    else refused.push({ ...base, notWritten: cut(hunk.added.join('')), ...(reason === '' ? {} : { reason }) });
  }
  const total = change.hunks.length;
  const note =
    applied.length === total
      ? 'The user took every part of this change.'
      : `The user took ${applied.length} of the ${total} parts of this change; the others were not written. Do not write them again unless they ask for it.`;
  return {
    path: change.path,
    created: false,
    bytesWritten: size,
    lineCount: splitLines(text).length,
    changedByUser: note,
    appliedHunks: applied,
    refusedHunks: refused,
    textNow: textAround(change.hunks, accepted, splitLines(text)),
  };
}

/** Returns the current text around each hunk, with line numbers. */
function textAround(hunks: readonly Hunk[], accepted: ReadonlySet<number>, lines: readonly string[]): JsonValue[] {
  let shift = 0;
  return hunks.map((hunk, index) => {
    const start = hunk.start + shift;
    const length = accepted.has(index) ? hunk.added.length : hunk.removed.length;
    shift += length - hunk.removed.length;
    const from = Math.max(0, start - SHOWN_AROUND);
    const shown = lines.slice(from, start + length + SHOWN_AROUND);
    return cut(shown.map((line, offset) => `${from + offset + 1}: ${line.replace(/\r?\n$/, '')}\n`).join(''));
  });
}

function cut(text: string): string {
  const lines = splitLines(text);
  if (lines.length <= MOST_SHOWN) return text;
  return `${lines.slice(0, MOST_SHOWN).join('')}[cut: the first ${MOST_SHOWN} of ${lines.length} lines]`;
}
