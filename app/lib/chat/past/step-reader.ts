import type { ContentHash } from '../../protocol/ids.ts';
import type { FileRecordEvent, JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import type { PastCall, PastStep, StepKind, VersionChange } from './past-step.ts';
import { stepLabels } from './step-label.ts';

interface Found {
  sequence: number;
  at: number;
  kind: StepKind;
  given: string;
  changes: Map<string, VersionChange>;
  commands: string[];
  effects: ToolEffect[];
  /** The model step that it belongs to; adjacent steps that only write files are shown as one. */
  group: number;
  /** Steps that this restore undid. */
  drops: readonly number[];
  call: Omit<PastCall, 'restored'> | null;
}

/** How a restore changed which steps are in effect. */
interface Turn {
  sequence: number;
  before: ReadonlySet<number>;
}

type Calling = { toolCallId: string; step: Found | null } | null;

export interface StepReaderOptions {
  /** If true, every call of the agent is a step of its own. */
  isPerCall?: boolean;
}

/**
 * Finds the steps that changed files, in one pass over a journal; more records can be added later. A step begins with its first
 * change, so creating a checkpoint costs nothing: it is only a position in the journal.
 */
export class StepReader {
  readonly #files = new Map<string, ContentHash>();
  readonly #found: Found[] = [];
  readonly #turns: Turn[] = [];
  readonly #names = new Map<number, string>();
  #inEffect = new Set<number>();
  #open: Found | null = null;
  #calling: Calling = null;
  #group = 0;
  readonly #isPerCall: boolean;
  readonly #toolNames = new Map<string, string>();

  constructor({ isPerCall = false }: StepReaderOptions = {}) {
    this.#isPerCall = isPerCall;
  }

  read({ event, sequence, at }: JournalRecord): void {
    switch (event.type) {
      case 'file-changed':
      case 'file-removed':
        this.#change(event, sequence, at);
        return;
      case 'run-started':
      case 'step-finished':
        this.#group = sequence;
        this.#close();
        return;
      case 'run-ended':
      case 'step-started':
      case 'conversation-rewound':
      case 'version-shown':
      case 'user-message':
      case 'guard-remark':
      case 'user-command':
        this.#close();
        return;
      case 'user-command-started':
        this.#begin({ sequence, at, kind: 'user-command', given: event.command, commands: [event.command] });
        return;
      case 'checkpoint-restored':
        this.#begin({ sequence, at, kind: 'restore', given: event.label });
        this.#turn(sequence, event.paths === undefined ? this.#inEffectAt(event.sequence) : this.#inEffect);
        return;
      case 'steps-undone':
        this.#begin({ sequence, at, kind: 'undo', given: event.label });
        this.#turn(sequence, event.paths === undefined ? this.#without(event.steps) : this.#inEffect);
        return;
      case 'checkpoint-named':
        this.#names.set(event.sequence, event.name);
        return;
      default:
        this.#readCall(event);
    }
  }

  /** In order. */
  steps(): PastStep[] {
    const inEffect = new Set([...this.#inEffect, ...(this.#open === null ? [] : this.#stillThere(this.#open))]);
    return [...this.#found, ...(this.#open === null ? [] : [this.#open])].flatMap((found): PastStep[] => {
      const changes = new Map([...found.changes].filter(([, { before, after }]) => before !== after));
      if (changes.size === 0) return [];
      const { sequence, at, kind, commands } = found;
      const { label, shown } = stepLabels({ ...found, changes });
      const name = this.#names.get(sequence) || null;
      return [{ sequence, at, kind, commands, changes, label, shown, name, isInEffect: inEffect.has(sequence), call: callOf(found) }];
    });
  }

  #readCall(event: JournalEvent): void {
    switch (event.type) {
      case 'tool-call-validated':
        this.#toolNames.set(event.toolCallId, event.toolName);
        return;
      case 'tool-call-started':
        this.#close();
        this.#calling = { toolCallId: event.toolCallId, step: null };
        return;
      case 'tool-call-succeeded':
        this.#addEffects(event.effects);
        this.#endCall(event.toolCallId);
        return;
      case 'tool-call-failed':
      case 'tool-call-cancelled':
        this.#endCall(event.toolCallId);
        return;
      case 'delegate-event':
        if (event.event.type === 'tool-call-succeeded') this.#addEffects(event.event.effects);
        return;
      default:
    }
  }

  #addEffects(effects: readonly ToolEffect[]): void {
    const step = this.#calling?.step;
    if (step === null || step === undefined) return;
    step.effects.push(...effects);
    const commands = effects.flatMap((effect) => (effect.type === 'command-ran' ? [effect.command] : []));
    step.commands.push(...commands);
    if (commands.length > 0) step.kind = 'command';
  }

  #endCall(toolCallId: string): void {
    if (this.#calling?.toolCallId !== toolCallId) return;
    this.#calling = null;
    this.#close();
  }

  #change(event: FileRecordEvent, sequence: number, at: number): void {
    const step = this.#stepOf(event, sequence, at);
    const after = event.type === 'file-changed' ? event.hash : null;
    const before = this.#files.get(event.path) ?? null;
    step.changes.set(event.path, { before: step.changes.get(event.path)?.before ?? (step.changes.has(event.path) ? null : before), after });
    if (after === null) this.#files.delete(event.path);
    else this.#files.set(event.path, after);
  }

  /** The step that a change belongs to: the open step, if it has the same author. */
  #stepOf({ by, isInherited }: FileRecordEvent, sequence: number, at: number): Found {
    const calling = this.#calling;
    const isOfCall = calling !== null && by !== 'user';
    const kind: StepKind = isInherited === true ? 'elsewhere' : isOfCall || by === 'agent' ? 'agent' : by === 'user' ? 'user' : 'program';
    const open = this.#open;
    if (open !== null && takes(open.kind, kind)) return open;
    const step = this.#begin({ sequence, at, kind });
    if (isOfCall) {
      calling.step ??= step;
      step.call ??= { toolCallId: calling.toolCallId, toolName: this.#toolNames.get(calling.toolCallId) ?? '' };
    }
    return step;
  }

  #begin(found: Pick<Found, 'sequence' | 'at' | 'kind'> & Partial<Pick<Found, 'given' | 'commands'>>): Found {
    this.#close();
    this.#open = { given: '', commands: [], changes: new Map(), effects: [], group: this.#group, drops: [], call: null, ...found };
    this.#inEffect.add(found.sequence);
    return this.#open;
  }

  #close(): void {
    const closed = this.#open;
    this.#open = null;
    if (closed === null) return;
    for (const step of this.#stillThere(closed)) this.#inEffect.add(step);
    const last = this.#found.at(-1);
    if (this.#isPerCall || last === undefined || last.kind !== 'agent' || closed.kind !== 'agent' || last.group !== closed.group) {
      this.#found.push(closed);
      return;
    }
    for (const [path, { before, after }] of closed.changes) {
      const known = last.changes.get(path);
      last.changes.set(path, { before: known === undefined ? before : known.before, after });
    }
    last.effects.push(...closed.effects);
    this.#inEffect.delete(closed.sequence);
  }

  #turn(sequence: number, inEffect: ReadonlySet<number>): void {
    if (this.#open !== null) this.#open.drops = [...this.#inEffect].filter((step) => step !== sequence && !inEffect.has(step));
    this.#turns.push({ sequence, before: new Set([...this.#inEffect].filter((step) => step !== sequence)) });
    this.#inEffect = new Set(inEffect).add(sequence);
  }

  /** Steps undone by this restore that still have an effect because the page closed before all was restored. They can be undone again. */
  #stillThere({ drops }: Found): number[] {
    const dropped = new Set(drops);
    const made = new Map<string, VersionChange & { steps: number[] }>();
    for (const { sequence, changes } of this.#found) {
      if (!dropped.has(sequence)) continue;
      for (const [path, { before, after }] of changes) {
        const known = made.get(path);
        made.set(path, { before: known === undefined ? before : known.before, after, steps: [...(known?.steps ?? []), sequence] });
      }
    }
    return [...made].flatMap(([path, { before, after, steps }]) =>
      before !== after && after === (this.#files.get(path) ?? null) && !isIgnoredPath(path) ? steps : [],
    );
  }

  /** The steps in effect at that position in the journal. */
  #inEffectAt(sequence: number): ReadonlySet<number> {
    const turn = this.#turns.find((each) => each.sequence >= sequence);
    return new Set([...(turn?.before ?? this.#inEffect)].filter((step) => step < sequence));
  }

  /** The steps in effect without these; steps that one of them had undone are in effect again. */
  #without(steps: readonly number[]): ReadonlySet<number> {
    const inEffect = new Set(this.#inEffect);
    for (const step of [...steps].sort((a, b) => b - a)) {
      inEffect.delete(step);
      const index = this.#turns.findIndex(({ sequence }) => sequence === step);
      const turn = this.#turns[index];
      if (turn === undefined) continue;
      const after = this.#turns[index + 1]?.before ?? this.#inEffect;
      for (const known of turn.before) if (!after.has(known)) inEffect.add(known);
      for (const known of after) if (known < step && !turn.before.has(known)) inEffect.delete(known);
    }
    return inEffect;
  }
}

function callOf({ call, effects }: Found): PastCall | null {
  if (call === null) return null;
  const restored = effects.flatMap((effect) => ('restored' in effect && effect.restored !== undefined ? [effect.restored] : []));
  return { ...call, restored: restored[0] ?? null };
}

/** Whether a change of the second kind belongs to an open step of the first. */
function takes(open: StepKind, kind: StepKind): boolean {
  if (open === kind) return true;
  if (open === 'restore' || open === 'undo') return kind === 'user';
  if (open === 'user-command') return kind === 'program';
  return open === 'agent' && kind === 'program';
}
