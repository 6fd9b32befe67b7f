import type { JsonValue } from '../../protocol/message.ts';
import type { CommandCheck, ToolCall } from '../../protocol/tool-call.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import { entriesAfter, type FileLog, type NetChange, netChanges } from './file-log.ts';

/** Something that was run or looked at to see whether the work is good. */
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
  /** Files that are no longer what they were, whoever changed them, in the order of their first change. */
  changed: readonly ChangedFile[];
  /** After the last change, in order; also what looked like a check and was none. */
  checks: readonly Check[];
  /** A build, a type check, a lint run or tests have run to their end since the last change. */
  isChecked: boolean;
}

export interface WorkSources {
  calls: readonly ToolCall[];
  fileLog: FileLog;
  /** By tool call id, how much of the log there was when the call had succeeded. */
  fileMarks?: ReadonlyMap<string, number>;
  /** What .gitignore leaves out. */
  isIgnored?(path: string): boolean;
}

interface Seen {
  check: Check;
  toolCallId: string;
}

/** What a task has changed and how that was checked, as the journal of its files and the results of its calls tell. */
export function workReport({ calls, fileLog, fileMarks = new Map(), isIgnored = () => false }: WorkSources): WorkReport {
  const entries = entriesAfter(fileLog, 0).filter(({ path }) => !isIgnored(path));
  const logged = new Set(entries.map(({ path }) => path));
  const told = new Map<string, ChangedFile>();
  let seen: Seen[] = [];
  for (const call of calls) {
    if (call.status !== 'success') continue;
    // Folders that are not recorded, and hosts without a record of files: the tools' own results.
    const changes = changesOf(fieldsOf(call.output)).filter(({ path }) => !isIgnored(path) && !logged.has(path));
    for (const change of changes) told.set(change.path, merged(told.get(change.path), change));
    if (changes.length > 0) seen = [];
    const check = checkOf(call);
    if (check !== null) seen.push({ check, toolCallId: call.toolCallId });
  }
  const checks = seen.filter(({ toolCallId }) => {
    const since = entriesAfter(fileLog, fileMarks.get(toolCallId) ?? 0).filter(({ path }) => !isIgnored(path));
    return netChanges(since).length === 0;
  });
  const changed = [...netChanges(entries), ...told.values()];
  return { changed, checks: checks.map(({ check }) => check), isChecked: checks.some(({ check }) => isProof(check)) };
}

function isProof(check: Check): boolean {
  return check.kind === 'command' && check.result !== 'unproven';
}

function merged(known: ChangedFile | undefined, next: ChangedFile): ChangedFile {
  return known?.kind === 'created' && next.kind === 'modified' ? known : next;
}

/** What a tool's result says of files. */
function changesOf(output: ReadonlyMap<string, JsonValue>): ChangedFile[] {
  const path = output.get('path');
  if (typeof path !== 'string' || output.get('unchanged') === true) return [];
  const change = (kind: ChangedFile['kind'], name = path): ChangedFile => ({ path: name, kind, by: 'agent' });
  if (output.get('deleted') === true) return [change('deleted')];
  const from = output.get('renamedFrom');
  if (from !== undefined) return [change('created'), ...(typeof from === 'string' ? [change('deleted', from)] : [])];
  const created = output.get('created');
  return typeof created === 'boolean' ? [change(created ? 'created' : 'modified')] : [];
}

function checkOf(call: Extract<ToolCall, { status: 'success' }>): Check | null {
  const output = fieldsOf(call.output);
  const command = output.get('command');
  if (call.check !== undefined && typeof command === 'string') {
    const exitCode = output.get('exitCode');
    const { kind: what, result, why = null } = call.check;
    return { kind: 'command', command, exitCode: typeof exitCode === 'number' ? exitCode : null, what, result, why };
  }
  const count = output.get('count');
  return call.toolName === 'devonz_get_errors' && typeof count === 'number' ? { kind: 'problems', count } : null;
}
