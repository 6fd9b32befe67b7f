import type { AgentModeSettings } from '../../protocol/settings.ts';
import type { PlannedChange, ToolIntent } from '../tool-definition.ts';
import type { PolicyDecision, PolicyPart } from './policy-decision.ts';
import { protectionOf } from './protected-paths.ts';

/** Files by the seed's two settings; whether a file exists was looked up before. Guards and protected paths ask whatever they say. */
export function decideChange(intent: Extract<ToolIntent, { kind: 'change' }>, settings: AgentModeSettings): PolicyDecision {
  const parts = intent.changes.map((change) => decideFile(change, settings));
  const guarded = intent.guards.map((why): PolicyPart => ({ text: intent.summary, verdict: 'ask', why }));
  const asks = [...guarded, ...parts].find((part) => part.verdict === 'ask');
  return {
    verdict: asks === undefined ? 'auto' : 'ask',
    why: asks?.why ?? parts[0]?.why ?? 'it changes nothing',
    parts: [...guarded, ...parts],
  };
}

function decideFile(change: PlannedChange, settings: AgentModeSettings): PolicyPart {
  const protection = protectionOf(change.path) ?? (changesScripts(change) ? 'it changes the scripts that npm runs' : null);
  if (protection !== null) return { text: change.path, verdict: 'ask', why: protection };
  if (change.before === null) {
    return settings.autoApproveFileCreation
      ? { text: change.path, verdict: 'auto', why: 'new files are approved automatically' }
      : { text: change.path, verdict: 'ask', why: 'it creates a file' };
  }
  return settings.autoApproveFileModification
    ? { text: change.path, verdict: 'auto', why: 'file changes are approved automatically' }
    : { text: change.path, verdict: 'ask', why: change.after === null ? 'it removes an existing file' : 'it changes an existing file' };
}

/** A rule such as `npm test` is worth no more than the script it runs. */
export function changesScripts(change: PlannedChange): boolean {
  if (!/(?:^|\/)package\.json$/.test(change.path) || change.before === null || change.after === null) return false;
  const before = scriptsOf(change.before);
  return before === null || before !== scriptsOf(change.after);
}

function scriptsOf(content: Uint8Array): string | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    if (typeof value !== 'object' || value === null) return null;
    return JSON.stringify('scripts' in value ? value.scripts : {});
  } catch {
    return null;
  }
}
