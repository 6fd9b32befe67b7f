import type { AttachmentNote } from '../../../lib/protocol/attachments/attachment.ts';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { ownWords } from '../../../lib/protocol/attachments/own-words.ts';
import type { ChatMessage } from '../../../lib/protocol/message.ts';
import type { ModelUsage } from '../../../lib/protocol/models/run-cost.ts';
import { shownRemark } from '../../../lib/protocol/remark.ts';
import type { ToolCall } from '../../../lib/protocol/tool-call.ts';
import type { UserCommand } from '../../../lib/protocol/user-command.ts';
import type { Compaction, ConversationVersion, LeftOutPart, LivePart, ViewStart } from '../../../lib/stores/chat.ts';
import { isFinished, ofLivePart, ofMessagePart, type StepView } from '../cards/step-view.ts';

/** One row of the conversation as a flat list. A row keeps its key when it moves from the stream to the journal. */
export type ConversationRow = RowContent & {
  /** The usage of the steps that end with this row. */
  used?: readonly ModelUsage[];
};

type RowContent =
  | {
      kind: 'user';
      key: string;
      messageId: string;
      text: string;
      attachments: readonly AttachmentNote[];
      images: readonly AttachedImage[];
    }
  /** A message from Devonz to the model, not from the user. */
  | { kind: 'remark'; key: string; text: string }
  /** A command that the user ran in the agent's shell. */
  | { kind: 'user-command'; key: string; done: UserCommand }
  | { kind: 'text'; key: string; text: string; isLive: boolean }
  /** `thoughtMs` is how long the model thought; null if it was not measured. */
  | { kind: 'reasoning'; key: string; text: string; isLive: boolean; thoughtMs: number | null }
  | { kind: 'step'; key: string; step: StepView }
  /** Several consecutive finished calls of one tool. */
  | { kind: 'grouped'; key: string; steps: StepView[] }
  /** Shown where a summary replaces the `count` messages before it. */
  | { kind: 'summary'; key: string; compaction: Compaction; count: number }
  /** Shown where a provider refused a part of the messages before it. */
  | { kind: 'left-out'; key: string; left: LeftOutPart }
  /** Shown where the conversation was reverted; another version continues there with `count` messages. */
  | { kind: 'version'; key: string; versionId: string; count: number }
  /** Steps folded into one line; the agent's texts between them stay visible. */
  | { kind: 'fold'; key: string; count: number };

export function attachmentNotesOf(message: ChatMessage): AttachmentNote[] {
  return message.parts.flatMap((part) => (part.type === 'text' && part.attachment !== undefined ? [part.attachment] : []));
}

export function imagesOf(message: ChatMessage): AttachedImage[] {
  return message.parts.filter((part) => part.type === 'image');
}

/** Excludes calls that wait for approval: the approval region shows them. */
function isInLog(step: StepView): boolean {
  return step.state !== 'awaiting_approval';
}

const NO_REMARKS: ReadonlySet<string> = new Set();
const NO_COMMANDS: ReadonlyMap<string, UserCommand> = new Map();

const NO_USAGE: ReadonlyMap<string, ModelUsage> = new Map();

/** Rows between the messages, or in place of one. */
interface RowExtras {
  versions?: readonly ConversationVersion[];
  compactions?: readonly Compaction[];
  leftOut?: readonly LeftOutPart[];
  userCommands?: ReadonlyMap<string, UserCommand>;
  /** Rows before this are hidden. */
  viewStart?: Pick<ViewStart, 'messageId' | 'parts'> | null;
  /** The usage of steps, by the id of their message. */
  usage?: ReadonlyMap<string, ModelUsage>;
}

export function journalRows(
  messages: readonly ChatMessage[],
  toolCalls: ReadonlyMap<string, ToolCall>,
  remarks: ReadonlySet<string> = NO_REMARKS,
  { versions = [], compactions = [], leftOut = [], userCommands = NO_COMMANDS, viewStart = null, usage = NO_USAGE }: RowExtras = {},
): ConversationRow[] {
  const rows: ConversationRow[] = versionRows(versions, messages, null);
  const start = messages.findIndex(({ id }) => id === viewStart?.messageId);
  for (const [index, message] of messages.entries()) {
    const hidden = index === start ? (viewStart?.parts ?? 0) : 0;
    if (index < start || (hidden > 0 && hidden >= message.parts.length)) continue;
    const done = userCommands.get(message.id);
    if (done !== undefined) rows.push({ kind: 'user-command', key: message.id, done });
    else if (remarks.has(message.id)) rows.push({ kind: 'remark', key: message.id, text: shownRemark(ownWords(message)) });
    else rows.push(...messageRows(message, toolCalls, { hidden, used: usage.get(message.id) }));
    rows.push(...versionRows(versions, messages, message.id));
    for (const [place, left] of leftOut.entries()) {
      if (left.afterMessageId === message.id) rows.push({ kind: 'left-out', key: `left-out:${place}`, left });
    }
    for (const compaction of compactions) {
      if (compaction.lastMessageId !== message.id) continue;
      rows.push({ kind: 'summary', key: compaction.compactionId, compaction, count: countOf(messages, compaction) });
    }
  }
  return rows;
}

interface MessageExtras {
  /** Number of hidden parts at its beginning. */
  hidden: number;
  used: ModelUsage | undefined;
}

/** Returns rows for the other versions that branch off after that message. */
function versionRows(
  versions: readonly ConversationVersion[],
  messages: readonly ChatMessage[],
  afterMessageId: string | null,
): ConversationRow[] {
  return versions.flatMap((version): ConversationRow[] => {
    if (version.afterMessageId !== afterMessageId) return [];
    const { versionId, kept } = version;
    const common = messages.findIndex(({ id }) => id === afterMessageId) + 1;
    return [{ kind: 'version', key: versionId, versionId, count: kept.messages.length - common }];
  });
}

function messageRows(message: ChatMessage, toolCalls: ReadonlyMap<string, ToolCall>, { hidden, used }: MessageExtras): ConversationRow[] {
  if (message.role === 'user') {
    return [
      {
        kind: 'user',
        key: message.id,
        messageId: message.id,
        text: ownWords(message),
        attachments: attachmentNotesOf(message),
        images: imagesOf(message),
      },
    ];
  }
  const rows = message.parts.flatMap((part, index): ConversationRow[] => {
    if (index < hidden) return [];
    if (part.type === 'dynamic-tool') {
      const step = ofMessagePart(part, toolCalls.get(part.toolCallId));
      return isInLog(step) ? [{ kind: 'step', key: step.toolCallId, step }] : [];
    }
    if (part.type === 'step-start' || part.type === 'image' || !/\S/.test(part.text)) return [];
    const row = { key: `${message.id}:${index}`, text: part.text, isLive: false };
    return [part.type === 'text' ? { kind: 'text', ...row } : { kind: 'reasoning', ...row, thoughtMs: part.thoughtMs ?? null }];
  });
  const last = rows.at(-1);
  if (last === undefined || used === undefined) return rows;
  return [...rows.slice(0, -1), { ...last, used: [used] }];
}

function countOf(messages: readonly ChatMessage[], { firstMessageId, lastMessageId }: Compaction): number {
  const first = messages.findIndex(({ id }) => id === firstMessageId);
  const last = messages.findIndex(({ id }) => id === lastMessageId);
  return last - first + 1;
}

/**
 * Returns rows for the running step, with the same keys as later in the journal, so that they are not rendered again. Omits calls that the
 * journal already shows.
 */
export function liveRows(
  liveParts: readonly LivePart[],
  toolCalls: ReadonlyMap<string, ToolCall>,
  shown: ReadonlySet<string>,
  stepId: string,
): ConversationRow[] {
  const rows: ConversationRow[] = [];
  // The journal omits empty texts too.
  const parts = liveParts.filter((part) => part.type === 'tool-input' || part.text !== '');
  parts.forEach((part, index) => {
    if (part.type === 'tool-input') {
      if (shown.has(part.toolCallId)) return;
      const step = ofLivePart(part, toolCalls.get(part.toolCallId));
      if (isInLog(step)) rows.push({ kind: 'step', key: step.toolCallId, step });
    } else if (/\S/.test(part.text)) {
      const row = { key: `${stepId}:${index}`, text: part.text };
      const thoughtMs = part.type === 'reasoning' ? (part.thoughtMs ?? null) : null;
      rows.push(
        part.type === 'text'
          ? { kind: 'text', ...row, isLive: true }
          : { kind: 'reasoning', ...row, isLive: thoughtMs === null, thoughtMs },
      );
    }
  });
  return rows;
}

function usedBy(one: ConversationRow, other: ConversationRow): Pick<ConversationRow, 'used'> {
  const used = [...(one.used ?? []), ...(other.used ?? [])];
  return used.length === 0 ? {} : { used };
}

/** Groups two or more adjacent finished calls of one tool, such as file reads, into one row, if the tool's view allows it. */
export function groupCalls(rows: readonly ConversationRow[], isGrouped: (toolName: string) => boolean): ConversationRow[] {
  const grouped: ConversationRow[] = [];
  for (const row of rows) {
    const previous = grouped.at(-1);
    const step = row.kind === 'step' && row.step.state === 'success' && isGrouped(row.step.toolName) ? row.step : null;
    if (step !== null && previous?.kind === 'grouped' && previous.steps[0]?.toolName === step.toolName) {
      grouped[grouped.length - 1] = { ...previous, steps: [...previous.steps, step], ...usedBy(previous, row) };
    } else if (
      step !== null &&
      previous?.kind === 'step' &&
      previous.step.toolName === step.toolName &&
      previous.step.state === 'success'
    ) {
      grouped[grouped.length - 1] = { kind: 'grouped', key: previous.key, steps: [previous.step, step], ...usedBy(previous, row) };
    } else {
      grouped.push(row);
    }
  }
  return grouped;
}

/** The early steps of a turn fold if it has at least this many finished steps. */
const FOLD_FROM = 10;
/** Number of newest steps that are not folded. */
const KEEP_OPEN = 2;

function isFinishedStep(row: ConversationRow): boolean {
  return row.kind === 'grouped' || (row.kind === 'step' && isFinished(row.step));
}

/** Folds the early steps of every turn (from one message of the user to the next), except those in `opened`. */
export function foldSteps(rows: readonly ConversationRow[], opened: ReadonlySet<string>): ConversationRow[] {
  const folded: ConversationRow[] = [];
  let turn: ConversationRow[] = [];
  function flush() {
    const steps = turn.filter(isFinishedStep);
    const first = steps[0];
    if (steps.length < FOLD_FROM || first === undefined) {
      folded.push(...turn);
    } else {
      const key = `fold:${first.key}`;
      const hidden = new Set(steps.slice(0, -KEEP_OPEN));
      const isOpen = opened.has(key);
      for (const row of turn) {
        if (row === first) folded.push({ kind: 'fold', key, count: hidden.size });
        if (isOpen || !hidden.has(row)) folded.push(row);
      }
    }
    turn = [];
  }
  for (const row of rows) {
    if (row.kind === 'user') {
      flush();
      folded.push(row);
    } else {
      turn.push(row);
    }
  }
  flush();
  return folded;
}
