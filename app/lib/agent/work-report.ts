import type { JsonValue } from '../protocol/message.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { fieldsOf } from './fields-of.ts';

/** Something that was run or looked at to see whether the work is good. */
export type Check =
  | { kind: 'command'; command: string /** Null: it still runs. */; exitCode: number | null }
  | { kind: 'problems'; count: number };

export interface WorkReport {
  /** Files that calls have changed, in order. */
  changed: readonly string[];
  /** After the last change, in order. */
  checks: readonly Check[];
}

/** Only look around, or prepare: they prove nothing. */
const PROVES_NOTHING =
  /^\s*(?:ls|cat|pwd|cd|echo|printf|mkdir|touch|rm|mv|cp|chmod|find|grep|rg|head|tail|wc|which|tree|stat|du|env|date|sleep|kill|npm\s+(?:i|install|ci|add)|npx\s+--version)\b[^&|;\n]*$/;

/** What calls have changed and how that was checked, as their results tell. */
export function workReport(calls: readonly ToolCall[]): WorkReport {
  const changed: string[] = [];
  let checks: Check[] = [];
  for (const call of calls) {
    if (call.status !== 'success') continue;
    const output = fieldsOf(call.output);
    const path = changedPath(output);
    if (path !== null) {
      if (!changed.includes(path)) changed.push(path);
      checks = [];
    }
    const check = checkOf(call.toolName, output);
    if (check !== null) checks.push(check);
  }
  return { changed, checks };
}

function changedPath(output: ReadonlyMap<string, JsonValue>): string | null {
  const path = output.get('path');
  if (typeof path !== 'string' || output.get('unchanged') === true) return null;
  const isChange = typeof output.get('created') === 'boolean' || output.get('deleted') === true || output.has('renamedFrom');
  return isChange ? path : null;
}

function checkOf(toolName: string, output: ReadonlyMap<string, JsonValue>): Check | null {
  const command = output.get('command');
  if (typeof command === 'string' && typeof output.get('status') === 'string') {
    const exitCode = output.get('exitCode');
    return PROVES_NOTHING.test(command) ? null : { kind: 'command', command, exitCode: typeof exitCode === 'number' ? exitCode : null };
  }
  const count = output.get('count');
  return toolName === 'devonz_get_errors' && typeof count === 'number' ? { kind: 'problems', count } : null;
}
