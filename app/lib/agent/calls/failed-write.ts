import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { relatedTool } from '../../protocol/trained/trained-names.ts';
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

/**
 * Returns the message for a call that is not run because an earlier write of the same step failed; null if it may run. A later write that
 * replaces the same files as a whole repairs the failure, so the result is null until all earlier writes are answered.
 */
export function failedWriteBefore(
  call: ToolCall,
  step: readonly ToolCall[],
  { tools, projectRoot }: { tools: ToolRegistry; projectRoot: string },
): string | null {
  let failed: FailedWrite[] = [];
  for (const earlier of step) {
    if (earlier.toolCallId === call.toolCallId) break;
    if (!isWrite(earlier, tools)) continue;
    if (!isAnswered(earlier)) return null;
    const paths = tools.get(earlier.toolName)?.writes?.(earlier.input, projectRoot) ?? [];
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
  return tool === undefined ? WRITING_NAME.test(toolName) && !isOtherTool(toolName) : kindOf(tool, input) === 'write';
}

/** Returns true for a name that other products give to something that writes no file, such as codex's write_stdin. */
function isOtherTool(name: string): boolean {
  const related = relatedTool(name);
  return related !== null && !WRITING_NAME.test(related);
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
  const isDenied = ({ call }: FailedWrite) => call.status === 'error' && call.code === 'denied';
  const named = (some: readonly FailedWrite[], what: string) =>
    some.length === 0 ? [] : [`${[...new Set(some.map(({ call }) => call.toolName))].join(' and ')} before it ${what}`];
  const denied = failed.filter(isDenied);
  const reasons = [
    ...named(
      failed.filter((one) => !isDenied(one)),
      'failed',
    ),
    ...named(denied, 'was denied'),
  ];
  // A denied call cannot be corrected; its own result already says how to continue.
  const first = denied.length === 0 ? 'correct that' : 'settle that';
  return `Not run, because ${reasons.join(', and ')}: ${first}, then run this again.`;
}
