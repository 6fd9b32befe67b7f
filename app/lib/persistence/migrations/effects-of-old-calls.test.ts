import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRecords } from '../../agent/conversation/projection.ts';
import { sessionFacts, taskCalls } from '../../agent/conversation/session-facts.ts';
import { workReport } from '../../agent/conversation/work-report.ts';
import { failedFix } from '../../agent/guards/fix-guard.ts';
import { curateHistory } from '../../agent/history/curate-history.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import { RecordReader } from '../rows/record-reader.ts';

/**
 * A conversation that uses every tool, as written by the version of 2026-11-22, one record per line; and the output of that version: the
 * facts of the run after each record, then the messages, then the messages without any results.
 */
const stored: unknown[] = readFileSync('tests/fixtures/journals/all-tools.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const then = JSON.parse(readFileSync('tests/fixtures/journals/all-tools.told.json', 'utf8'));

function read(values: readonly unknown[]): JournalRecord[] {
  const reader = new RecordReader();
  return values.map((value) => {
    const outcome = reader.read(value);
    if ('problem' in outcome) throw new Error(outcome.problem);
    return outcome.record;
  });
}

/** Returns the reported facts of a run: its files, commands, plan, work and attempts. */
function toldOf(records: readonly JournalRecord[]) {
  const state = projectRecords(records);
  const calls = taskCalls(state);
  const { status, filesCreated, filesModified, commandsExecuted: commands, plan } = state;
  const { changed, checks, isChecked } = workReport({ calls, fileLog: state.fileLog, fileMarks: state.fileMarks });
  const notice = failedFix(state);
  return {
    status,
    filesCreated,
    filesModified,
    commands,
    plan: plan.map((subgoal) => `${subgoal.id} ${subgoal.status}`),
    changed: changed.map(({ path, kind }) => `${kind} ${path}`),
    checks,
    isChecked,
    unchecked: sessionFacts(state).unchecked,
    attempts: notice?.type === 'failed-fix' ? notice.attempts : [],
  };
}

test('a journal of before tools said what they did gives the same conversation, changes, plan, checks and attempts, record by record', () => {
  const records = read(stored);
  const told: unknown[] = [];
  let last = '';
  for (let end = 1; end <= records.length; end++) {
    const now = toldOf(records.slice(0, end));
    if (JSON.stringify(now) !== last) told.push({ records: end, ...now });
    last = JSON.stringify(now);
  }
  expect(told).toEqual(then.told);
  const state = projectRecords(records);
  expect(state.messages).toEqual(then.messages);
  expect(curateHistory({ ...state, stubbedCalls: new Set(state.toolCalls.keys()) }, TOOL_REGISTRY)).toEqual(then.sent);
});

test('an approval that waits says what its call would do, and a held-back completion why', () => {
  const records = read(stored).map(({ event }) => event);
  const asked = records.flatMap((event) => (event.type === 'approval-requested' ? [event.approval] : []));
  const actions = new Map(asked.map(({ toolName, subject, action }) => [`${toolName} ${subject.kind}`, action]));
  expect(Object.fromEntries(actions)).toMatchObject({
    'devonz_write_file file_modify': 'change',
    'devonz_rename_file file_modify': 'rename',
    'devonz_delete_file file_modify': 'delete',
    'devonz_run_command command': 'run',
  });
  expect(records.filter((event) => event.type === 'tool-call-failed').map(({ code }) => code)).toEqual(['unchecked']);
});

test('what is written today is read as it was written', () => {
  const once = read(stored);
  expect(read(structuredClone(once))).toEqual(once);
});

test('a result whose call is not in the journal, or whose output is of no known shape, did nothing that is known', () => {
  const success = { type: 'tool-call-succeeded', toolCallId: 'x', output: { path: 'a', created: true }, durationMs: 1 };
  const record = (event: object, sequence = 0) => ({ version: 1, chatId: 'chat-1', sequence, at: 1, event });
  expect(read([record(success)])[0]?.event).toMatchObject({ effects: [] });
  const validated = (toolName: string) => ({ type: 'tool-call-validated', toolCallId: 'x', stepId: 's', toolName, input: 'odd' });
  for (const toolName of ['devonz_run_command', 'devonz_update_plan', 'devonz_write_file', '__proto__']) {
    const [, read1] = read([record(validated(toolName)), record({ ...success, output: 'text' }, 1)]);
    expect(read1?.event, toolName).toMatchObject({ effects: [] });
  }
});
