import { call, DONE, FIXED, fixedOr, making, RIGHT_LINE, type Slip, type SlipEnd, stubborn, WRONG_LINE } from './slip.ts';

/** Other products' names of fields and tools. The model of these slips does not learn: it makes the call three times. */

const path = 'src/price.js';
const edit = (input: object) => stubborn(call('devonz_edit_file', input));

/** For read-only calls: one of the results must contain what was requested. */
function shows(text: string): (end: SlipEnd) => string | null {
  return ({ results }) =>
    results.some((result) => result.includes(text)) ? null : `no result shows ${JSON.stringify(text)}: ${results.at(-1)}`;
}

function stubbornLook(name: string, input: object, shown: string): Pick<Slip, 'answers' | 'wrong'> {
  const isTaken = ({ results }: { results: readonly string[] }) => results.some((result) => result.includes(shown));
  return { answers: stubborn(call(name, input), isTaken), wrong: shows(shown) };
}

const UNIFIED = `--- a/${path}
+++ b/${path}
@@ -1,3 +1,3 @@
 export function total(price, count) {
-${WRONG_LINE}
+${RIGHT_LINE}
 }
`;
const CODEX = `*** Begin Patch
*** Update File: ${path}
@@
-${WRONG_LINE}
+${RIGHT_LINE}
*** End Patch`;

export const NAME_SLIPS: readonly Slip[] = [
  { name: 'a read with file_path', ...stubbornLook('devonz_read_file', { file_path: path }, 'price + count') },
  { name: 'a read whose lines are text', ...stubbornLook('devonz_read_file', { path, startLine: '1', endLine: '2' }, 'price + count') },
  {
    name: 'a read with start_line and end_line',
    answers: [making(call('devonz_read_file', { path, start_line: 3, end_line: 3 })), DONE],
    wrong: ({ results: [first = ''] }) =>
      first.includes('price + count') && !first.includes('startLine') ? 'the range was dropped and nobody said so' : null,
  },
  { name: 'a list with dir_path', ...stubbornLook('devonz_list_directory', { dir_path: 'src' }, 'tax.js') },
  { name: 'a search with pattern', ...stubbornLook('devonz_search_code', { pattern: 'price \\+' }, 'price.js') },
  { name: 'a command as cmd', ...stubbornLook('devonz_run_command', { cmd: 'npm test' }, '# tests 1') },
  { name: 'a command as a list', ...stubbornLook('devonz_run_command', { command: ['bash', '-lc', 'npm test'] }, '# tests 1') },
  { name: 'a write with file_path', answers: stubborn(call('devonz_write_file', { file_path: path, content: FIXED })), wrong: fixedOr },
  { name: 'a write with file_text', answers: stubborn(call('devonz_write_file', { path, file_text: FIXED })), wrong: fixedOr },
  {
    name: 'an edit with old_string and new_string beside the path',
    answers: edit({ file_path: path, old_string: WRONG_LINE, new_string: RIGHT_LINE }),
    wrong: fixedOr,
  },
  {
    name: 'edits with old_str and new_str',
    answers: edit({ path, edits: [{ old_str: WRONG_LINE, new_str: RIGHT_LINE }] }),
    wrong: fixedOr,
  },
  {
    name: 'edits as a JSON text',
    answers: edit({ path, edits: JSON.stringify([{ find: WRONG_LINE, replace: RIGHT_LINE }]) }),
    wrong: fixedOr,
  },
  { name: 'a patch as input', answers: stubborn(call('devonz_apply_patch', { input: CODEX })), wrong: fixedOr },
  { name: 'a unified diff as a patch', answers: stubborn(call('devonz_apply_patch', { patch: UNIFIED })), wrong: fixedOr },
  {
    name: 'a tool by its bare name',
    answers: stubborn(call('edit_file', { path, edits: [{ find: WRONG_LINE, replace: RIGHT_LINE }] })),
    wrong: fixedOr,
  },
];
