import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ApprovalRequest } from '../../../protocol/tool-call.ts';
import type { ScriptRun } from '../../contract/script-run.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { scriptRunOf } from '../parse/script-runs.ts';
import type { PolicyContext } from '../policy-decision.ts';

/** Such a script would run uselessly without its keys, and its output would not show that a file was withheld. */
const SERVING = /^(?:pre|post)?(?:dev|develop|start|serve|preview|watch|storybook)(?:[:_./-]|$)/i;
const withheld = (files: readonly string[]): Reason =>
  because('it may read {files}, and files that it may load were changed in this run; if you allow it, it may until the end of this run', {
    files: files.slice(0, 3).join(', '),
  });
/** Settings of package managers, which project scripts do not need. */
const OF_MANAGERS = /(?:^|\/)\.(?:npmrc|yarnrc|yarnrc\.yml)$/i;

/**
 * Returns why a script asks: it would get the project's keys, and files that it may load were changed in this run. With a file wall, other
 * scripts run without the keys and without approval; a server asks once per run, and so does a command for which the model requests keys by
 * name (`isWanted`). Without a wall, keys could not be withheld from any of them.
 */
export function whyWithheld(part: CommandPart, isWanted: boolean, context: PolicyContext): Reason | null {
  const { hasFileWall = false, projectRoot } = context;
  const files = (context.withheld?.secretFiles ?? []).filter((file) => !OF_MANAGERS.test(file));
  const run = files.length === 0 ? null : scriptRunOf(part, projectRoot);
  if (run === null || (hasFileWall && !isWanted && !SERVING.test(run.name))) return null;
  return withheld(files);
}

/** Returns true if a card has asked this; the answer applies for the rest of the run. */
export function asksWithheld({ parts }: Pick<ApprovalRequest, 'parts'>): boolean {
  return parts.some(({ reason }) => reason?.text === withheld([]).text);
}

/** Returns the key under which the user's answer about a script is stored. */
export function scriptKey({ folder, name, workspace, runner }: ScriptRun): string {
  return JSON.stringify([folder, name, workspace ?? null, runner ?? null]);
}
