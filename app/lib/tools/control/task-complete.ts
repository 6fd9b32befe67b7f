import { z } from 'zod';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { defineTool } from '../define-tool.ts';
import { failure } from '../failure.ts';
import { shownOnly } from '../shown-only.ts';

const schema = z.object({ summary: z.string().min(1).max(20_000).meta(shownOnly('For the user, in a few sentences')) });
const MOST_NAMED = 5;

export const taskCompleteTool = defineTool({
  name: TOOL_NAMES.taskComplete,
  kind: 'control',
  description: 'End the run: say what was done. First check your changes: tests, types, linter or build.',
  schema,
  needsWrites: true,
  async plan() {
    return { ok: true, intent: { kind: 'control' } };
  },
  /** Refuses once per task for each reason, so that it cannot loop: the session does not report unchecked files or an open plan a second time. */
  async run({ summary }, { session }) {
    const unchecked = session?.unchecked ?? [];
    const reminder = session?.planReminder ?? null;
    if (unchecked.length > 0) return failure('unchecked', [notChecked(unchecked), ...(reminder === null ? [] : [reminder])].join(' '));
    const failed = session?.failedCheck ?? null;
    if (failed !== null) return failure('check_failed', [checkFailed(failed), ...(reminder === null ? [] : [reminder])].join(' '));
    if (reminder !== null) return failure('plan_open', reminder);
    return { ok: true, output: { summary }, effects: [{ type: 'work-completed', summary }] };
  },
});

function checkFailed(command: string): string {
  return `The last check failed: ${command}. Correct the cause and run it again; then complete. If it cannot pass, or fails for another reason than your changes, call devonz_task_complete again and say so in it.`;
}

function notChecked(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `Nothing was checked since you changed ${named}${more}. Run the tests, the type check, the linter or the build to their end, as a command of their own; correct what fails; then complete. If nothing here can be checked, call devonz_task_complete again and say so in the summary.`;
}
