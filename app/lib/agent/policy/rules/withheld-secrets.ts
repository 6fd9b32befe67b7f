import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ApprovalRequest } from '../../../protocol/tool-call.ts';
import type { ScriptRun } from '../../contract/script-run.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { scriptRunOf } from '../parse/script-runs.ts';
import type { PolicyContext } from '../policy-decision.ts';

/** Without its keys such a script runs on for nothing: nobody would read in its output that a file was kept from it. */
const SERVING = /^(?:pre|post)?(?:dev|develop|start|serve|preview|watch|storybook)(?:[:_./-]|$)/i;
const withheld = (files: readonly string[]): Reason =>
  because('it may read {files}, and files that it may load were changed in this run; if you allow it, it may until the end of this run', {
    files: files.slice(0, 3).join(', '),
  });
/** Settings of package managers: a script of the project does without. */
const OF_MANAGERS = /(?:^|\/)\.(?:npmrc|yarnrc|yarnrc\.yml)$/i;

/**
 * Why a script asks: it would have the project's keys, and files were changed in this run that it may load. Behind the wall others run without
 * the keys, unasked; a server asks, once a run, and so does what the model wants keys for by name (`isWanted`). Without a wall nothing could be
 * kept from any of them.
 */
export function whyWithheld(part: CommandPart, isWanted: boolean, context: PolicyContext): Reason | null {
  const { hasFileWall = false, projectRoot } = context;
  const files = (context.withheld?.secretFiles ?? []).filter((file) => !OF_MANAGERS.test(file));
  const run = files.length === 0 ? null : scriptRunOf(part, projectRoot);
  if (run === null || (hasFileWall && !isWanted && !SERVING.test(run.name))) return null;
  return withheld(files);
}

/** Whether a card has asked that: its answer holds for the rest of the run. */
export function asksWithheld({ parts }: Pick<ApprovalRequest, 'parts'>): boolean {
  return parts.some(({ reason }) => reason?.text === withheld([]).text);
}

/** The key by which the user's answer about a script is remembered. */
export function scriptKey({ folder, name, workspace, runner }: ScriptRun): string {
  return JSON.stringify([folder, name, workspace ?? null, runner ?? null]);
}
