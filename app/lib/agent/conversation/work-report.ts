import type { ToolCall } from '../../protocol/tool-call.ts';
import type { CommandCheck, ToolEffect } from '../../protocol/tool-effect.ts';
import { entriesAfter, type FileLog, type NetChange, netChanges } from '../contract/file-log.ts';

/** A command or problem list used to see whether the work is good. */
export type Check =
  | {
      kind: 'command';
      command: string;
      exitCode: number | null;
      what: CommandCheck['kind'];
      result: CommandCheck['result'];
      why: string | null;
    }
  | { kind: 'problems'; count: number };

export type ChangedFile = NetChange;

export interface WorkReport {
  /** Files whose content has changed, by anyone, in the order of their first change. */
  changed: readonly ChangedFile[];
  /** The checks after the last change, in order, including commands that look like a check but prove nothing. */
  checks: readonly Check[];
  /** A build, type check, lint run or test run has finished since the last change. */
  isChecked: boolean;
  /** Files that changed since the last check; all changed files if there was no check. */
  unchecked: readonly ChangedFile[];
}

export interface WorkSources {
  calls: readonly ToolCall[];
  fileLog: FileLog;
  /** Length of the log that belongs to the task. */
  workEnd?: number | null;
  /** Length of the log when each call succeeded, by tool call id. */
  fileMarks?: ReadonlyMap<string, number>;
  /** Returns true for files excluded by .gitignore. */
  isIgnored?(path: string): boolean;
}

interface Seen {
  check: Check;
  /** The call that started the check, and the one that reported its end: the same but for a command in the background. */
  startedBy: string;
  endedBy: string;
  processId?: string;
}

/** Databases and logs that running programs write: no check would cover them. */
const KEPT_BY_PROGRAMS = /\.(?:log|pid|(?:db|sqlite|sqlite3)(?:-(?:wal|shm|journal))?)$/i;
const isKept = ({ path, by }: NetChange) => by === 'runtime' && KEPT_BY_PROGRAMS.test(path);

/** Reports what a task has changed and how it was checked, from the journal of its files and the effects of its calls. */
export function workReport({ calls, fileLog, workEnd = null, fileMarks = new Map(), isIgnored = () => false }: WorkSources): WorkReport {
  const all = entriesAfter(fileLog, 0).slice(0, workEnd ?? undefined);
  const entries = all.filter(({ path }) => !isIgnored(path));
  const logged = new Set(entries.map(({ path }) => path));
  const told = new Map<string, ChangedFile>();
  let seen: Seen[] = [];
  let toldSince = new Map<string, ChangedFile>();
  let proof: Seen | null = null;
  /** The calls that started commands in the background since the last change that no journal has, by process. */
  const starts = new Map<string, string>();
  for (const call of calls) {
    if (call.status !== 'success') continue;
    // For unrecorded folders, and hosts without a file record, rely on the effects reported by the tools.
    const changes = call.effects.flatMap(changesOf).filter(({ path }) => !isIgnored(path) && !logged.has(path));
    for (const change of changes) {
      told.set(change.path, merged(told.get(change.path), change));
      toldSince.set(change.path, merged(toldSince.get(change.path), change));
    }
    if (changes.length > 0) {
      seen = [];
      starts.clear();
    }
    const made = call.effects.flatMap((effect) => seenIn(effect, call.toolCallId, starts));
    // The end of a command replaces what was known while it ran.
    const ended = new Set(made.flatMap(({ processId }) => processId ?? []));
    seen = [...seen.filter(({ processId }) => processId === undefined || !ended.has(processId)), ...made];
    const last = made.findLast(({ check }) => isProof(check));
    if (last === undefined) continue;
    proof = last;
    toldSince = new Map();
  }
  const loggedSince = ({ startedBy, endedBy }: Seen) => {
    const [start, end] = [fileMarks.get(startedBy) ?? 0, fileMarks.get(endedBy) ?? 0];
    // A command in the background writes files of its own until it ends.
    const since = all.slice(start).filter(({ path, by }, index) => !isIgnored(path) && (start + index >= end || by !== 'runtime'));
    return netChanges(since).filter((change) => !isKept(change));
  };
  const checks = seen.filter((one) => loggedSince(one).length === 0);
  const changed = [...netChanges(entries), ...told.values()];
  const isChecked = checks.some(({ check }) => isProof(check));
  const since = proof === null ? changed : [...loggedSince(proof), ...toldSince.values()];
  return { changed, checks: checks.map(({ check }) => check), isChecked, unchecked: isChecked ? [] : since };
}

/** Returns the check that an effect reports. A command whose start is not known, or came before a change, proves nothing at its end. */
function seenIn(effect: ToolEffect, toolCallId: string, starts: Map<string, string>): Seen[] {
  const processId = effect.type === 'command-ran' ? effect.processId : undefined;
  if (processId === undefined) return checksOf(effect).map((check) => ({ check, startedBy: toolCallId, endedBy: toolCallId }));
  const isEnd = effect.type === 'command-ran' && effect.status === 'completed';
  if (!isEnd) starts.set(processId, toolCallId);
  const startedBy = starts.get(processId);
  return startedBy === undefined ? [] : checksOf(effect).map((check) => ({ check, startedBy, endedBy: toolCallId, processId }));
}

function isProof(check: Check): boolean {
  return check.kind === 'command' && check.result !== 'unproven';
}

function merged(known: ChangedFile | undefined, next: ChangedFile): ChangedFile {
  return known?.kind === 'created' && next.kind === 'modified' ? known : next;
}

/** Returns the file changes that an effect reports. */
function changesOf(effect: ToolEffect): ChangedFile[] {
  const change = (kind: ChangedFile['kind'], path: string): ChangedFile => ({ path, kind, by: 'agent' });
  switch (effect.type) {
    case 'file-created':
      return [change('created', effect.path)];
    case 'file-modified':
      return [change('modified', effect.path)];
    case 'file-deleted':
      return [change('deleted', effect.path)];
    case 'file-renamed':
      return [change('created', effect.to), change('deleted', effect.from)];
    default:
      return [];
  }
}

function checksOf(effect: ToolEffect): Check[] {
  if (effect.type === 'errors-listed') return [{ kind: 'problems', count: effect.count }];
  if (effect.type !== 'command-ran' || effect.check === undefined) return [];
  const { command, exitCode, check } = effect;
  return [{ kind: 'command', command, exitCode, what: check.kind, result: check.result, why: check.why ?? null }];
}
