import { plural } from '../../lib/i18n/plural.ts';
import { t, tIn } from '../../lib/i18n/t.ts';
import type { TelemetryEvent } from '../../lib/protocol/telemetry.ts';
import { duration } from '../ui/text/duration.ts';

/** One line of the log, as displayed. */
export interface TelemetryRow {
  at: number;
  kind: TelemetryEvent['type'];
  /** The kind of event, in words. */
  type: string;
  /** The tool or the model that the event is about. */
  subject: string;
  outcome: string;
  isBad: boolean;
  durationMs: number | null;
  tokens: { input: number; output: number } | null;
  detail: string;
}

export interface TelemetryFilter {
  text: string;
  /** `type`, `subject` and `outcome` match everything if empty. */
  type: string;
  subject: string;
  outcome: string;
}

const TYPE_NAMES: Readonly<Record<TelemetryEvent['type'], () => string>> = {
  'model-request': () => t('Model request'),
  'tool-call': () => t('Tool call'),
  approval: () => t('Approval'),
  retry: () => tIn('an event', 'Retry'),
  run: () => tIn('an event', 'Run'),
  guard: () => t('Guard'),
  command: () => tIn('an event', 'Command'),
  error: () => t('Error'),
};

type Outcome = Extract<TelemetryEvent, { type: 'model-request' | 'tool-call' }>['outcome'];
const OUTCOMES: Readonly<Record<Outcome, () => string>> = {
  finished: () => tIn('an outcome', 'finished'),
  failed: () => tIn('an outcome', 'failed'),
  stopped: () => tIn('an outcome', 'stopped'),
  success: () => tIn('an outcome', 'success'),
  error: () => tIn('an outcome', 'error'),
  cancelled: () => tIn('an outcome', 'cancelled'),
};
const DECISIONS: Readonly<Record<Extract<TelemetryEvent, { type: 'approval' }>['decision'], () => string>> = {
  approve: () => tIn('an answer', 'approve'),
  hunks: () => tIn('an answer', 'hunks'),
  edit: () => tIn('an answer', 'edit'),
  deny: () => tIn('an answer', 'deny'),
};
const RUN_OUTCOMES: ReadonlyMap<string, () => string> = new Map([
  ['completed', () => tIn('an outcome', 'completed')],
  ['stopped', OUTCOMES.stopped],
  ['error', OUTCOMES.error],
  ['limit', () => tIn('an outcome', 'limit')],
  ['iteration-limit', () => tIn('an outcome', 'iteration limit')],
  ['waiting_for_user', () => tIn('an outcome', 'waiting for you')],
]);

/** Returns the outcome in words. A log of another version may contain an unknown one, which is returned unchanged. */
function runOutcome(outcome: string): string {
  return RUN_OUTCOMES.get(outcome)?.() ?? outcome;
}

export function telemetryRow(event: TelemetryEvent): TelemetryRow {
  const row = {
    at: event.at,
    kind: event.type,
    type: TYPE_NAMES[event.type](),
    subject: '',
    outcome: '',
    isBad: false,
    durationMs: null,
    tokens: null,
    detail: '',
  };
  switch (event.type) {
    case 'model-request': {
      const isCounted = event.inputTokens !== undefined || event.outputTokens !== undefined;
      const first = event.firstByteMs === undefined ? [] : [t('first byte after {time}', { time: duration(event.firstByteMs) })];
      return {
        ...row,
        subject: event.modelId,
        outcome: OUTCOMES[event.outcome](),
        isBad: event.outcome === 'failed',
        durationMs: event.durationMs,
        tokens: isCounted ? { input: event.inputTokens ?? 0, output: event.outputTokens ?? 0 } : null,
        detail: [...(event.message === undefined ? [] : [event.message]), t('{mode} mode', { mode: event.mode }), ...first].join(' · '),
      };
    }
    case 'tool-call': {
      const { toolName, outcome, durationMs, code } = event;
      return { ...row, subject: toolName, outcome: OUTCOMES[outcome](), isBad: outcome === 'error', durationMs, detail: code ?? '' };
    }
    case 'approval':
      return {
        ...row,
        subject: event.toolName,
        outcome: DECISIONS[event.decision](),
        detail: t('answered after {time}', { time: duration(event.waitedMs) }),
      };
    case 'retry':
      return {
        ...row,
        outcome: t('attempt {attempt}', { attempt: event.attempt }),
        isBad: true,
        durationMs: event.delayMs,
        detail: event.message,
      };
    case 'run':
      return {
        ...row,
        outcome: runOutcome(event.outcome),
        durationMs: event.durationMs,
        detail: [plural(event.steps, { one: '{count} request', other: '{count} requests' }), ...summaryWords(event.summary)].join(' · '),
        isBad: event.outcome === 'error',
      };
    case 'command':
      return { ...row, subject: `/${event.name}` };
    case 'guard':
      return { ...row, subject: event.guard, detail: event.message };
    case 'error':
      return { ...row, subject: event.where, outcome: OUTCOMES.error(), isBad: true, detail: event.message };
  }
}

type RunSummary = Extract<TelemetryEvent, { type: 'run' }>['summary'];

/** Returns a run's results in words; empty if it did nothing. */
function summaryWords(summary: RunSummary): string[] {
  if (summary === undefined) return [];
  const { toolCalls, filesCreated, filesModified, commandsExecuted } = summary;
  return [
    toolCalls === 0 ? '' : plural(toolCalls, { one: '{count} tool call', other: '{count} tool calls' }),
    filesCreated === 0 ? '' : plural(filesCreated, { one: '{count} file created', other: '{count} files created' }),
    filesModified === 0 ? '' : plural(filesModified, { one: '{count} file modified', other: '{count} files modified' }),
    commandsExecuted === 0 ? '' : plural(commandsExecuted, { one: '{count} command', other: '{count} commands' }),
  ].filter((text) => text !== '');
}

export function filterRows(rows: readonly TelemetryRow[], filter: TelemetryFilter): TelemetryRow[] {
  const wanted = filter.text.trim().toLowerCase();
  return rows.filter((row) => {
    if (filter.type !== '' && row.type !== filter.type) return false;
    if (filter.subject !== '' && row.subject !== filter.subject) return false;
    if (filter.outcome !== '' && row.outcome !== filter.outcome) return false;
    return wanted === '' || `${row.type} ${row.subject} ${row.outcome} ${row.detail}`.toLowerCase().includes(wanted);
  });
}

/** Returns the choices of a filter: the distinct values, sorted. */
export function valuesOf(rows: readonly TelemetryRow[], field: 'type' | 'subject' | 'outcome'): string[] {
  return [...new Set(rows.map((row) => row[field]))].filter((value) => value !== '').sort();
}

/** Returns the totals of the events in words. */
export function telemetryTotals(rows: readonly TelemetryRow[]): string {
  const count = (kind: TelemetryEvent['type']) => rows.filter((row) => row.kind === kind).length;
  const tokens = rows.reduce((sum, row) => sum + (row.tokens?.input ?? 0) + (row.tokens?.output ?? 0), 0);
  const failures = rows.filter((row) => row.isBad).length;
  const facts = [
    plural(rows.length, { one: '{count} event', other: '{count} events' }),
    plural(count('model-request'), { one: '{count} model request', other: '{count} model requests' }),
    plural(count('tool-call'), { one: '{count} tool call', other: '{count} tool calls' }),
    plural(count('approval'), { one: '{count} approval', other: '{count} approvals' }),
    plural(tokens, { one: '{count} token', other: '{count} tokens' }),
    plural(failures, { one: '{count} failure', other: '{count} failures' }),
  ];
  return facts.join(' · ');
}

/** Returns the events as JSON, one per line. */
export function telemetryLines(events: readonly TelemetryEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
