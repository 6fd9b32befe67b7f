import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { ToolIntent, ToolRegistry } from '../contract/tool-definition.ts';
import { kindOf } from '../conversation/offered-tools.ts';
import { isAnswered } from '../conversation/projection.ts';
import { looksOnly } from '../policy/looks-only.ts';

interface FailedWrite {
  call: ToolCall;
  /** The files that it would have written, as far as its arguments name them. */
  paths: readonly string[];
}

/** Names of tools that do not exist but would have written something. */
const WRITING_NAME = /write|edit|create|patch|replace|insert|delete|remove|rename|move|update/i;
const MOST_NAMED = 3;

/**
 * Returns the message for a call that is not run because an earlier write of the same step failed; null if it may run. A later write that
 * replaces the same files as a whole repairs the failure, so the result is null until all earlier writes are answered.
 */
export function failedWriteBefore(call: ToolCall, step: readonly ToolCall[], tools: ToolRegistry): string | null {
  let failed: FailedWrite[] = [];
  for (const earlier of step) {
    if (earlier.toolCallId === call.toolCallId) break;
    if (!isWrite(earlier, tools)) continue;
    if (!isAnswered(earlier)) return null;
    const paths = tools.get(earlier.toolName)?.writes?.(earlier.input) ?? [];
    if (earlier.status === 'success') failed = failed.filter((one) => !isMadeUpFor(one, earlier.effects));
    else if (earlier.status === 'error' && !isAboutDevonz(paths)) failed.push({ call: earlier, paths });
  }
  return failed.length === 0 ? null : notRun(failed);
}

/** Returns true if the intent depends on the files that the earlier calls should have written. */
export function dependsOnFiles(intent: ToolIntent, projectRoot: string): boolean {
  return intent.kind === 'command' && !looksOnly(intent.command, intent.cwd, projectRoot);
}

function isWrite({ toolName, input }: ToolCall, tools: ToolRegistry): boolean {
  const tool = tools.get(toolName);
  return tool === undefined ? WRITING_NAME.test(toolName) : kindOf(tool, input) === 'write';
}

function isMadeUpFor({ paths }: FailedWrite, effects: readonly ToolEffect[]): boolean {
  const whole = effects.flatMap((effect) => {
    return effect.type === 'file-created' || (effect.type === 'file-modified' && effect.isWhole === true) ? [effect.path] : [];
  });
  return paths.length > 0 && paths.every((path) => whole.includes(path));
}

/** No command works on Devonz's own notes and settings. */
function isAboutDevonz(paths: readonly string[]): boolean {
  return paths.length > 0 && paths.every((path) => path.startsWith('.devonz/'));
}

function notRun(failed: readonly FailedWrite[]): string {
  const named = failed.map(({ call, paths }) => {
    const files = paths.length > MOST_NAMED ? [...paths.slice(0, MOST_NAMED), '…'] : paths;
    const what = files.length === 0 ? call.toolName : `${call.toolName} (${files.join(', ')})`;
    return `${what} before it ${call.status === 'error' && call.code === 'denied' ? 'was denied' : 'failed'}`;
  });
  return `not run: ${named.join(', ')}; this would have worked on files as they were. Settle that first, then call this again.`;
}
