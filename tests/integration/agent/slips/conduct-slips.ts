import { call, complete, DONE, editRight, fixedOr, making, runTests, type Slip, type SlipEnd, saying, WRONG_LINE } from './slip.ts';

/** Ways of working that lead nowhere, or that end a run too early. */

const path = 'src/price.js';
const push = call('devonz_run_command', { command: 'git push origin main' });
const read = call('devonz_read_file', { path });
const minus = call('devonz_edit_file', { path, edits: [{ find: WRONG_LINE, replace: '  return price - count;' }] });
const correctMinus = call('devonz_edit_file', { path, edits: [{ find: 'price - count', replace: 'price * count' }] });
const subgoals = [
  { id: 'fix', objective: 'Correct total()', status: 'in_progress' },
  { id: 'test', objective: 'Run the tests', status: 'not_started' },
];
const HUGE_LINES = 6_000;
const HUGE_MOST_BYTES = 50_000;

export const CONDUCT_SLIPS: readonly Slip[] = [
  {
    name: 'a denied command again and again',
    answers: [making(editRight), making(push), making(push), making(push), saying('It is corrected; pushing is not allowed here.')],
    wrong: (end) => (end.workspace.commands.some((command) => command.startsWith('git')) ? 'the command ran' : fixedOr(end)),
  },
  {
    name: 'an installed program by npx',
    files: {
      'package.json': '{ "name": "shop", "type": "module", "devDependencies": { "vitest": "^3.0.0" } }\n',
      'node_modules/vitest/package.json': '{ "name": "vitest", "version": "3.0.0", "bin": { "vitest": "vitest.mjs" } }\n',
      'node_modules/vitest/vitest.mjs': 'export {};\n',
      'node_modules/.bin/vitest': '#!/usr/bin/env node\n',
    },
    answers: [making(editRight, call('devonz_run_command', { command: 'npx vitest run' })), making(complete), making(complete)],
    wrong: (end) => (end.workspace.commands.includes('npx vitest run') ? fixedOr(end) : `it was not run: ${end.results[1]}`),
  },
  {
    name: 'a tool that does not exist',
    answers: [
      making(call('str_replace_editor', { command: 'view', path })),
      ({ results }) => (/devonz_edit_file|price \+ count/.test(results.join()) ? making(editRight) : DONE),
      DONE,
    ],
    wrong: fixedOr,
  },
  {
    name: 'the same look again and again',
    answers: [making(read), making(read), making(read), ({ remarks }) => making(remarks === '' ? read : editRight), DONE],
    wrong: fixedOr,
  },
  {
    name: 'a whole huge file',
    files: { 'src/big.js': Array.from({ length: HUGE_LINES }, (_, index) => `export const value${index} = ${index};`).join('\n') },
    answers: [making(call('devonz_read_file', { path: 'src/big.js' })), making(editRight), DONE],
    wrong: (end) => {
      const first = end.results[0] ?? '';
      if (Buffer.byteLength(first) > HUGE_MOST_BYTES) return `${Buffer.byteLength(first)} bytes at once`;
      return /startLine|start line|lines? \d+/i.test(first) ? fixedOr(end) : 'it was cut, and does not say how to continue';
    },
  },
  {
    name: 'a plan that was never finished',
    answers: [
      making(call('devonz_update_plan', { subgoals }), editRight, runTests),
      making(complete),
      ({ results, remarks }) =>
        /plan/i.test(results.join() + remarks)
          ? making(call('devonz_update_plan', { update: subgoals.map(({ id }) => ({ id, status: 'completed' })) }))
          : making(complete),
      making(complete),
    ],
    wrong: (end: SlipEnd) =>
      end.plan.every(({ status }) => status === 'completed') ? fixedOr(end) : 'the plan still says that it is being worked on',
  },
  {
    name: 'done, though the last run of the tests failed',
    answers: [making(minus, runTests), making(complete), making(correctMinus, runTests), making(complete), making(complete)],
    wrong: fixedOr,
  },
];
