import type { TelemetryEvent } from '../../lib/protocol/telemetry.ts';
import { duration } from '../ui/text/duration.ts';
import { plural } from '../ui/text/plural.ts';

/** One line of the log, in words. */
export interface TelemetryRow {
  at: number;
  type: string;
  /** The tool or the model it is about. */
  subject: string;
  outcome: string;
  isBad: boolean;
  durationMs: number | null;
  tokens: { input: number; output: number } | null;
  detail: string;
}

export interface TelemetryFilter {
  text: string;
  /** Empty: all. */
  type: string;
  subject: string;
  outcome: string;
}

const TYPE_NAMES: Readonly<Record<TelemetryEvent['type'], string>> = {
  'model-request': 'Model request',
  'tool-call': 'Tool call',
  approval: 'Approval',
  retry: 'Retry',
  run: 'Run',
  guard: 'Guard',
  command: 'Command',
  error: 'Error',
};

export function telemetryRow(event: TelemetryEvent): TelemetryRow {
  const row = {
    at: event.at,
    type: TYPE_NAMES[event.type],
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
      const first = event.firstByteMs === undefined ? [] : [`first byte after ${duration(event.firstByteMs)}`];
      return {
        ...row,
        subject: event.modelId,
        outcome: event.outcome,
        isBad: event.outcome === 'failed',
        durationMs: event.durationMs,
        tokens: isCounted ? { input: event.inputTokens ?? 0, output: event.outputTokens ?? 0 } : null,
        detail: [...(event.message === undefined ? [] : [event.message]), `${event.mode} mode`, ...first].join(' · '),
      };
    }
    case 'tool-call': {
      const { toolName, outcome, durationMs, code } = event;
      return { ...row, subject: toolName, outcome, isBad: outcome === 'error', durationMs, detail: code ?? '' };
    }
    case 'approval':
      return { ...row, subject: event.toolName, outcome: event.decision, detail: `answered after ${duration(event.waitedMs)}` };
    case 'retry':
      return { ...row, outcome: `attempt ${event.attempt}`, isBad: true, durationMs: event.delayMs, detail: event.message };
    case 'run':
      return {
        ...row,
        outcome: event.outcome,
        durationMs: event.durationMs,
        detail: [plural(event.steps, 'request'), ...summaryWords(event.summary)].join(' · '),
        isBad: event.outcome === 'error',
      };
    case 'command':
      return { ...row, subject: `/${event.name}` };
    case 'guard':
      return { ...row, subject: event.guard, detail: event.message };
    case 'error':
      return { ...row, subject: event.where, outcome: 'error', isBad: true, detail: event.message };
  }
}

type RunSummary = Extract<TelemetryEvent, { type: 'run' }>['summary'];

/** What a run came to; nothing where nothing was done. */
function summaryWords(summary: RunSummary): string[] {
  if (summary === undefined) return [];
  const { toolCalls, filesCreated, filesModified, commandsExecuted } = summary;
  const counts: [number, string, string?][] = [
    [toolCalls, 'tool call'],
    [filesCreated, 'file created', 'files created'],
    [filesModified, 'file modified', 'files modified'],
    [commandsExecuted, 'command'],
  ];
  return counts.flatMap(([count, one, many]) => (count === 0 ? [] : [plural(count, one, many)]));
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

/** What a filter offers: each value once, in order. */
export function valuesOf(rows: readonly TelemetryRow[], field: 'type' | 'subject' | 'outcome'): string[] {
  return [...new Set(rows.map((row) => row[field]))].filter((value) => value !== '').sort();
}

export function telemetryTotals(rows: readonly TelemetryRow[]): string {
  const count = (type: string) => rows.filter((row) => row.type === type).length;
  const tokens = rows.reduce((sum, row) => sum + (row.tokens?.input ?? 0) + (row.tokens?.output ?? 0), 0);
  const failures = rows.filter((row) => row.isBad).length;
  const facts = [
    plural(count('Model request'), 'model request'),
    plural(count('Tool call'), 'tool call'),
    plural(count('Approval'), 'approval'),
    plural(tokens, 'token'),
    plural(failures, 'failure'),
  ];
  return facts.join(' · ');
}

/** One event a line, as JSON. */
export function telemetryLines(events: readonly TelemetryEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
