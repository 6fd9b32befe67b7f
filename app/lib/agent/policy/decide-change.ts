import { isInstructions } from 'devonz-engine-protocol/protected-paths';
import type { AgentModeSettings } from '../../protocol/settings.ts';
import { because } from '../../protocol/texts/reason.ts';
import type { PlannedChange, ToolIntent } from '../contract/tool-definition.ts';
import { whyProtected } from './paths/why-protected.ts';
import { type JudgedPart, type Judgement, strictest } from './policy-decision.ts';

/**
 * Decides about files by the seed's two settings; whether each file exists was looked up before. Guards and protected paths always ask.
 * `approved` lists instruction files about which the user was already asked in this run.
 */
export function decideChange(
  intent: Extract<ToolIntent, { kind: 'change' }>,
  settings: AgentModeSettings,
  approved: ReadonlySet<string> = new Set(),
): Judgement {
  const guarded = intent.guards.map((why): JudgedPart => ({ text: intent.summary, verdict: 'ask', why, by: 'guard' }));
  const parts = [...guarded, ...intent.changes.map((change) => decideFile(change, settings, approved))];
  return strictest(parts, because('it changes nothing'));
}

function decideFile(change: PlannedChange, settings: AgentModeSettings, approved: ReadonlySet<string>): JudgedPart {
  const { path: text, before, after } = change;
  const isApproved = before !== null && after !== null && approved.has(text) && isInstructions(text);
  const protection =
    (isApproved ? null : whyProtected(text)) ?? (changesScripts(change) ? because('it changes the scripts that npm runs') : null);
  if (protection !== null) return { text, verdict: 'ask', why: protection, by: 'guard' };
  if (before === null) {
    return settings.autoApproveFileCreation
      ? { text, verdict: 'auto', why: because('new files are approved automatically'), by: 'setting' }
      : { text, verdict: 'ask', why: because('it creates a file'), by: 'none' };
  }
  if (settings.autoApproveFileModification)
    return { text, verdict: 'auto', why: because('file changes are approved automatically'), by: 'setting' };
  return {
    text,
    verdict: 'ask',
    why: after === null ? because('it removes an existing file') : because('it changes an existing file'),
    by: 'none',
  };
}

/** Fields of package.json that are run by npm, or by git if hooks are kept there. */
const RUNNING_FIELDS = ['scripts', 'husky', 'lint-staged', 'simple-git-hooks', 'pre-commit', 'gitHooks', 'bin'] as const;

/**
 * Returns true if the change affects scripts: a rule such as `npm test` is only as good as its script. Removing the file counts too,
 * because another one may replace it.
 */
export function changesScripts({ path, before, after }: PlannedChange): boolean {
  if (!/(?:^|\/)package\.json$/i.test(path) || before === null) return false;
  const known = scriptsOf(before);
  return known === null || known !== (after === null ? NO_SCRIPTS : scriptsOf(after));
}

const NO_SCRIPTS = JSON.stringify(RUNNING_FIELDS.map(() => null));

function scriptsOf(content: Uint8Array): string | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    if (typeof value !== 'object' || value === null) return null;
    return JSON.stringify(RUNNING_FIELDS.map((field) => (Object.hasOwn(value, field) ? Reflect.get(value, field) : null)));
  } catch {
    return null;
  }
}
