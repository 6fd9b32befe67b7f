import { fieldsOf } from '../../agent/calls/fields-of.ts';
import { planAfter, planUpdateSchema } from '../../agent/conversation/plan-update.ts';
import { errorLines } from '../../agent/guards/error-signature.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { ApprovalAction, ApprovalRequest } from '../../protocol/tool-call.ts';
import { commandCheckSchema, type ToolEffect } from '../../protocol/tool-effect.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';

/** How the refusal of an unchecked completion began before it had its own code. */
const UNCHECKED = 'Nothing was checked since you changed ';

interface OldCall {
  toolName: string;
  input: JsonValue;
}

/** Parts that a record of an older version has in addition, or lacks. */
interface OldParts {
  /** The event has no effects. */
  lacksEffects: boolean;
  /** The approval does not describe the call's action. */
  lacksAction: boolean;
  /** The result of a command's check, from before it became part of an effect. */
  check: unknown;
}

/**
 * Upgrades the records of one journal, in order, to the current format. Until 0.2 only a call's result was stored, and its
 * meaning was derived from the tool's name and the shape of its output. The names and shapes here are from that time and do not
 * change.
 */
export class OldCalls {
  readonly #calls = new Map<string, OldCall>();
  #plan: readonly Subgoal[] = [];

  /** Returns the value with placeholders for missing parts, so that it fits the journal's schema, and a list of those parts. */
  prepare(value: unknown): { value: unknown; old: OldParts } {
    const old: OldParts = { lacksEffects: false, lacksAction: false, check: undefined };
    const event = isObject(value) ? value.event : null;
    if (!isObject(value) || !isObject(event)) return { value, old };
    if (event.type === 'tool-call-succeeded' && event.effects === undefined) {
      return { value: { ...value, event: { ...event, effects: [] } }, old: { ...old, lacksEffects: true, check: event.check } };
    }
    const { approval } = event;
    if (event.type === 'approval-requested' && isObject(approval) && approval.action === undefined) {
      const placed = { ...event, approval: { ...approval, action: 'run' } };
      return { value: { ...value, event: placed }, old: { ...old, lacksAction: true } };
    }
    return { value, old };
  }

  /** The record in the current format. Must be called with every record in order, because the meaning of a call follows from earlier ones. */
  upgrade(record: JournalRecord, old: OldParts): JournalRecord {
    const event = this.#upgraded(record.event, old);
    this.#note(event);
    return event === record.event ? record : { ...record, event };
  }

  #upgraded(event: JournalEvent, old: OldParts): JournalEvent {
    if (event.type === 'tool-call-failed' && event.code === 'failed' && event.message.startsWith(UNCHECKED)) {
      return { ...event, code: 'unchecked' };
    }
    if (event.type === 'approval-requested' && old.lacksAction) {
      return { ...event, approval: { ...event.approval, action: actionOf(event.approval) } };
    }
    if (event.type !== 'tool-call-succeeded' || !old.lacksEffects) return event;
    const call = this.#calls.get(event.toolCallId);
    return { ...event, effects: call === undefined ? [] : this.#effectsOf(call, event.output, old.check) };
  }

  #note(event: JournalEvent): void {
    switch (event.type) {
      case 'step-finished':
        for (const part of event.parts) {
          if (part.type === 'dynamic-tool') this.#calls.set(part.toolCallId, { toolName: part.toolName, input: part.input });
        }
        return;
      case 'tool-call-validated':
        this.#calls.set(event.toolCallId, { toolName: event.toolName, input: event.input });
        return;
      case 'approval-answered': {
        const call = this.#calls.get(event.toolCallId);
        if (event.answer.decision === 'edit' && call !== undefined) call.input = event.answer.input;
        return;
      }
      case 'tool-call-succeeded':
        for (const effect of event.effects) if (effect.type === 'plan-updated') this.#plan = effect.plan;
    }
  }

  #effectsOf({ toolName, input }: OldCall, output: JsonValue, check: unknown): ToolEffect[] {
    const fields = fieldsOf(input);
    switch (toolName) {
      case TOOL_NAMES.runCommand:
        return commandEffects(fieldsOf(output), check);
      case TOOL_NAMES.getErrors:
        return listedEffects(fields, fieldsOf(output));
      case TOOL_NAMES.updatePlan: {
        const update = planUpdateSchema.safeParse(input);
        const after = update.success ? planAfter(this.#plan, update.data) : { problem: '' };
        return 'plan' in after ? [{ type: 'plan-updated', plan: [...after.plan] }] : [];
      }
      case TOOL_NAMES.askUser:
        return [{ type: 'question-asked', question: textOf(fields.get('question')) }];
      case TOOL_NAMES.taskComplete:
        return [{ type: 'work-completed', summary: textOf(fields.get('summary')) }];
      default:
        return fileEffects(fieldsOf(output), toolName === TOOL_NAMES.writeFile);
    }
  }
}

type Fields = ReadonlyMap<string, JsonValue>;

/** Effects of the tools that change files; none for other tools. */
function fileEffects(output: Fields, isWhole: boolean): ToolEffect[] {
  const path = output.get('path');
  if (typeof path !== 'string') return [];
  if (output.get('unchanged') === true) return [{ type: 'file-unchanged', path }];
  if (output.get('deleted') === true) return [{ type: 'file-deleted', path }];
  const from = output.get('renamedFrom');
  if (typeof from === 'string') return [{ type: 'file-renamed', from, to: path }];
  const created = output.get('created');
  if (created === true) return [{ type: 'file-created', path }];
  return created === false ? [{ type: 'file-modified', path, ...(isWhole ? { isWhole: true } : {}) }] : [];
}

function commandEffects(output: Fields, check: unknown): ToolEffect[] {
  const command = output.get('command');
  const status = output.get('status');
  if (typeof command !== 'string' || (status !== 'completed' && status !== 'running' && status !== 'timed_out')) return [];
  const code = output.get('exitCode');
  const exitCode = typeof code === 'number' ? code : null;
  const errors = status === 'completed' && exitCode !== 0 ? errorLines(textOf(output.get('output'))) : [];
  const proved = commandCheckSchema.safeParse(check);
  return [{ type: 'command-ran', command, status, exitCode, errors, ...(proved.success ? { check: proved.data } : {}) }];
}

function listedEffects(input: Fields, output: Fields): ToolEffect[] {
  const listed = output.get('errors');
  const errors = (Array.isArray(listed) ? listed : []).flatMap((error) => {
    const fields = fieldsOf(error);
    const [message, file] = [fields.get('message'), fields.get('file')];
    if (typeof message !== 'string') return [];
    return [typeof file === 'string' ? `${file}: ${message}` : message];
  });
  const count = output.get('count');
  return [
    {
      type: 'errors-listed',
      source: textOf(input.get('source')) || 'all',
      count: typeof count === 'number' ? count : errors.length,
      errors,
    },
  ];
}

function actionOf({ toolName, subject }: ApprovalRequest): ApprovalAction {
  if (toolName === TOOL_NAMES.deleteFile) return 'delete';
  if (toolName === TOOL_NAMES.renameFile) return 'rename';
  if (toolName === TOOL_NAMES.process) return 'type';
  if (subject.kind === 'command') return toolName === TOOL_NAMES.runCommand ? 'run' : 'read';
  return subject.kind === 'file_create' ? 'create' : 'change';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
