import {
  call,
  complete,
  DONE,
  editRight,
  FIXED,
  fixedOr,
  making,
  RIGHT_LINE,
  runTests,
  type Slip,
  type SlipAnswer,
  type SlipEnd,
  stubborn,
  WRONG_LINE,
} from './slip.ts';

/** Edits that do not match the file, and paths that name another file. */

const path = 'src/price.js';
const edit = (find: string, replace: string, at = path) => call('devonz_edit_file', { path: at, edits: [{ find, replace }] });

/** The edits of three files: the model gets each wrong, and corrects those that a result names. */
const PLACES = [
  { file: path, right: WRONG_LINE, wrong: '  return price+count;', to: RIGHT_LINE },
  { file: 'src/tax.js', right: 'export const tax = 0.2;', wrong: 'export const TAX = 0.2;', to: 'export const tax = 0.19;' },
  { file: 'src/name.js', right: "export const name = 'shop';", wrong: 'export const NAME = "shop";', to: "export const name = 'store';" },
];

function patchOf(put: ReadonlySet<string>) {
  const sections = PLACES.map(({ file, right, wrong, to }) => `*** Update File: ${file}\n@@\n-${put.has(file) ? right : wrong}\n+${to}\n`);
  return making(call('devonz_apply_patch', { patch: `*** Begin Patch\n${sections.join('')}*** End Patch` }));
}

const patchAgain: SlipAnswer = ({ results }) => {
  const text = results.join('\n');
  const named = new Set(PLACES.flatMap(({ file }) => (text.includes(file) ? [file] : [])));
  return named.size === 0 ? DONE : patchOf(named);
};

function allThree(end: SlipEnd): string | null {
  const missing = PLACES.filter(({ file, to }) => !end.workspace.text(file)?.includes(to)).map(({ file }) => file);
  return missing.length === 0 ? null : `not changed after two tries: ${missing.join(', ')}`;
}

export const EDIT_SLIPS: readonly Slip[] = [
  {
    name: 'a stale edit',
    answers: [
      making(call('devonz_read_file', { path })),
      making(call('devonz_run_command', { command: 'npm run format' })),
      making(edit(`${WRONG_LINE}\n}`, `${RIGHT_LINE}\n}`)),
      ({ isFixed, results }) =>
        isFixed || !/not found|does not match|nearest/i.test(results.join()) ? DONE : making(call('devonz_read_file', { path })),
      ({ isFixed }) => (isFixed ? DONE : making(edit('price + count', 'price * count'))),
      DONE,
    ],
    wrong: ({ workspace, outcome }) =>
      workspace.text(path)?.includes('return price * count;') && outcome === 'completed' ? null : `${outcome}: ${workspace.text(path)}`,
  },
  {
    name: 'line breaks escaped twice',
    answers: stubborn(edit(`(price, count) {\\n${WRONG_LINE}\\n}`, `(price, count) {\\n${RIGHT_LINE}\\n}`)),
    wrong: fixedOr,
  },
  {
    name: 'numbers of lines in the text to find',
    answers: stubborn(edit(`2: ${WRONG_LINE}\n3: }`, `2: ${RIGHT_LINE}\n3: }`)),
    wrong: fixedOr,
  },
  { name: 'a patch with three places wrong', answers: [patchOf(new Set()), patchAgain, DONE], wrong: allThree },
  {
    name: 'a check beside a change that failed',
    answers: [
      making(edit('return price plus count;', RIGHT_LINE.trim()), call('devonz_run_command', { command: 'npm run typecheck' })),
      // Decides by the last result: if the check has passed, the work is done.
      ({ results }) => (/tsc --noEmit/.test(results.at(-1) ?? '') ? making(complete) : making(editRight, runTests)),
      making(complete),
      making(complete),
    ],
    wrong: fixedOr,
  },
  {
    name: 'a write that leaves out what stays',
    answers: [
      making(call('devonz_write_file', { path, content: '// ... existing code ...\n\n// ... rest of the file stays as it is ...\n' })),
      ({ results }) => (/existing code|placeholder|stands for|left out/i.test(results.join()) ? making(editRight) : DONE),
      DONE,
    ],
    wrong: fixedOr,
  },
  { name: 'an absolute path', answers: stubborn(edit(WRONG_LINE, RIGHT_LINE, '/home/project/src/price.js')), wrong: fixedOr },
  {
    name: 'a path with ./ before it',
    answers: stubborn(call('devonz_write_file', { path: './src/price.js', content: FIXED })),
    wrong: fixedOr,
  },
  {
    name: 'a path with backslashes',
    answers: [
      making(edit(WRONG_LINE, RIGHT_LINE, 'src\\price.js')),
      ({ isFixed, results }) => (isFixed ? DONE : results.join().includes('src/price.js') ? making(editRight) : DONE),
      DONE,
    ],
    wrong: fixedOr,
  },
];
