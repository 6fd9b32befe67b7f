import type { CommandRule } from '../protocol/settings.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { joinScripts, scriptsOfCommand } from '../tools/commands/package-script.ts';

/** Returns the rules whose script in the open project's package.json has changed since they were made; these ask again. */
export async function sleepingRules(rules: readonly CommandRule[], workspace: Workspace): Promise<CommandRule[]> {
  const sleeping: CommandRule[] = [];
  for (const rule of rules) {
    if (rule.script === undefined) continue;
    const command = rule.pattern.replace(/ \*$/, '');
    const script = joinScripts(await scriptsOfCommand(command, toWorkspacePath(''), workspace));
    if (script !== null && script !== rule.script) sleeping.push(rule);
  }
  return sleeping;
}
