import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { StepKind, VersionChange } from './past-step.ts';

const LONGEST = 120;

export interface LabelledStep {
  kind: StepKind;
  /** Of the record that began it; empty: it names itself by what it did. */
  given: string;
  commands: readonly string[];
  effects: readonly ToolEffect[];
  changes: ReadonlyMap<string, VersionChange>;
}

/** What a step did, in a line. */
export function stepLabel({ kind, given, commands, effects, changes }: LabelledStep): string {
  if (kind === 'restore') return oneLine(`Went back to before “${given}”`);
  if (kind === 'undo') return oneLine(`Took back “${given}”`);
  if (given !== '') return oneLine(given);
  if (kind === 'elsewhere') return 'Done in other chats of this project';
  const files = kind === 'command' && !effects.some(isOfFile) ? '' : filesLabel(effects, changes);
  const all = [files, ...commands].filter((part) => part !== '').join(', ');
  const who = { user: 'You: ', program: 'Programs: ' }[kind as string] ?? '';
  return oneLine(`${who}${all}`);
}

function filesLabel(effects: readonly ToolEffect[], changes: ReadonlyMap<string, VersionChange>): string {
  const renamed = effects.find((effect) => effect.type === 'file-renamed');
  if (renamed !== undefined) return `Renamed ${renamed.from} to ${renamed.to}${more(changes.size - 2)}`;
  const [first] = changes;
  if (first === undefined) return '';
  const [path, { after }] = first;
  return `${after === null ? 'Removed' : 'Wrote'} ${path}${more(changes.size - 1)}`;
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

function isOfFile({ type }: ToolEffect): boolean {
  return type === 'file-created' || type === 'file-modified' || type === 'file-deleted' || type === 'file-renamed';
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
