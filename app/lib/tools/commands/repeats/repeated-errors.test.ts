import { expect, test } from 'vitest';
import { cutOutput } from '../command-output.ts';

const shownOf = (output: string) =>
  cutOutput(output)
    .map((piece) => (piece.type === 'kept' ? output.slice(piece.from, piece.to) : piece.text))
    .join('');

const NAME = 'src/App.test.tsx > the chat opens from the homepage and an agent answers';
const MODULES = '/home/project/node_modules';
const FRAMES = [
  `    at commitHookEffectListMount (${MODULES}/react-dom/cjs/react-dom.development.js:23189:26)`,
  `    at commitPassiveMountOnFiber (${MODULES}/react-dom/cjs/react-dom.development.js:24970:11)`,
  `    at flushPassiveEffectsImpl (${MODULES}/react-dom/cjs/react-dom.development.js:27078:3)`,
];
const WARNING = `⚠️ React Router Future Flag Warning: React Router will begin wrapping state updates. ${'For more information, see its guide. '.repeat(6)}`;
const FAILURE = [
  '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯',
  '',
  ` FAIL  ${NAME}`,
  'TypeError: end.current?.scrollIntoView is not a function',
  ' ❯ src/components/ChatWidget.tsx:35:18',
  '     33|',
  '     34|   useEffect(() => {',
  "     35|     end.current?.scrollIntoView({ behavior: 'smooth' });",
  '       |                  ^',
  '     36|   }, [messages, open]);',
  ' ❯ commitHookEffectListMount node_modules/react-dom/cjs/react-dom.development.js:23189:26',
  ' ❯ commitPassiveMountOnFiber node_modules/react-dom/cjs/react-dom.development.js:24970:11',
  '',
  '⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯',
  '',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 2 passed (3)',
];
const ofReact = (file: string) => [
  `stderr | ${NAME}`,
  'The above error occurred in the <ChatWidget> component:',
  '',
  `    at ChatWidget (/home/project/src/components/${file}:16:61)`,
  '    at Layout',
  `    at RenderedRoute (${MODULES}/react-router/dist/index.js:556:5)`,
  `    at Routes (${MODULES}/react-router/dist/index.js:1142:5)`,
  '    at App',
  '    at AccountProvider (/home/project/src/context/AccountContext.tsx:22:28)',
  '',
  'Consider adding an error boundary to your tree to customize error handling behavior.',
  'Visit https://reactjs.org/link/error-boundaries to learn more about error boundaries.',
  '',
];
const outputOf = (error: string, react = ofReact('ChatWidget.tsx')) =>
  [
    '> phone-operator@0.0.0 test',
    '> vitest run',
    '',
    ' RUN  v5.1.2 /home/project',
    '',
    `stderr | ${NAME}`,
    WARNING,
    '',
    error,
    '    at /home/project/src/components/ChatWidget.tsx:35:18',
    ...FRAMES,
    ...react,
    ' ❯ src/App.test.tsx (3 tests | 1 failed) 1271ms',
    `   × ${NAME.split(' > ')[1]} 1089ms`,
    '',
    ...FAILURE,
  ].join('\n');

test.each(['', 'Error: Uncaught ['])(
  'an error that a failing test of vitest has printed too is shown once, with its failure: %s',
  (before) => {
    const said = 'TypeError: end.current?.scrollIntoView is not a function';
    const shown = shownOf(outputOf(before === '' ? said : `${before}${said}]`));
    expect(shown.split('scrollIntoView is not a function')).toHaveLength(2);
    expect(shown).not.toMatch(/The above error|error boundar|AccountProvider/);
    expect(shown.split('stderr |')).toHaveLength(2);
    expect(shown).toContain(WARNING);
    expect(shown).toContain(
      ` FAIL  ${NAME}\nTypeError: end.current?.scrollIntoView is not a function\n ❯ src/components/ChatWidget.tsx:35:18\n     35|     end.current?.scrollIntoView({ behavior: 'smooth' });\n       |                  ^\n`,
    );
    expect(new TextEncoder().encode(shown).length).toBeLessThanOrEqual(1_400);
  },
);

test('what was printed stays where it says more: another error, a file that the failure does not name, a test that passed', () => {
  const other = shownOf(outputOf('RangeError: Invalid array length'));
  expect(other).toContain('RangeError: Invalid array length');
  expect(other).toContain('The above error occurred in the <ChatWidget> component:');
  const said = 'TypeError: end.current?.scrollIntoView is not a function';
  const elsewhere = shownOf(outputOf(said, ofReact('Messages.tsx')));
  expect(elsewhere).toContain('    at ChatWidget (/home/project/src/components/Messages.tsx:16:61)');
  const passed = shownOf(outputOf(said).replaceAll(`stderr | ${NAME}`, 'stderr | src/App.test.tsx > another'));
  expect(passed.split('scrollIntoView is not a function')).toHaveLength(3);
  expect(passed).toContain('Consider adding an error boundary');
});
