import type { ToolCall } from '../../protocol/tool-call.ts';
import type { CommandCheck, EffectOf, ToolEffect } from '../../protocol/tool-effect.ts';

/** Something that had failed when the work was called done, and that nothing after it has put right. */
export type FailureAtEnd = { kind: 'command'; command: string; exitCode: number | null } | { kind: 'problems'; count: number };

type Command = EffectOf<'command-ran'>;

/**
 * Returns what had failed at the end of a task: checks (build, types, lint, tests) after which none of their kind has passed, the errors of
 * the project as they were listed last, and the last commands, back to the last one that succeeded. Oldest first, each once.
 */
export function failedAtEnd(calls: readonly ToolCall[]): FailureAtEnd[] {
  const effects = calls.flatMap((call): readonly ToolEffect[] => (call.status === 'success' ? call.effects : []));
  const checks = new Map<CommandCheck['kind'], Command[]>();
  let last: Command[] = [];
  let problems = 0;
  for (const effect of effects) {
    if (effect.type === 'errors-listed') problems = effect.count;
    if (effect.type !== 'command-ran' || effect.status !== 'completed') continue;
    last = effect.exitCode === 0 ? [] : [...last, effect];
    const { check } = effect;
    if (check?.result === 'passed') checks.set(check.kind, []);
    else if (check?.result === 'failed') checks.set(check.kind, [...(checks.get(check.kind) ?? []), effect]);
  }
  const failed = new Set([...checks.values()].flat().concat(last));
  // The newest run of a command counts.
  const commands = new Map(effects.flatMap((effect) => (isIn(failed, effect) ? [[effect.command, effect.exitCode] as const] : [])));
  return [
    ...[...commands].map(([command, exitCode]) => ({ kind: 'command' as const, command, exitCode })),
    ...(problems > 0 ? [{ kind: 'problems' as const, count: problems }] : []),
  ];
}

function isIn(failed: ReadonlySet<ToolEffect>, effect: ToolEffect): effect is Command {
  return failed.has(effect);
}
