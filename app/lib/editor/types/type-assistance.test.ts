// @vitest-environment happy-dom
import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CaretRequest } from '../../protocol/editor/caret-request.ts';
import { TypeChecker } from '../../types-service/language/type-checker.ts';
import { ALL_LIBRARIES } from '../../types-service/testing/all-libraries.ts';
import { MemoryFiles } from '../../types-service/testing/memory-files.ts';
import type { DefinitionPlace, TypeAnswers, TypeQuestion, TypeQuestionKind, TypeQuestionOf } from '../../types-service/type-questions.ts';
import { caretRequest, typeAssistance } from './type-assistance.ts';
import type { TypePort } from './type-port.ts';

const FILES = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, moduleResolution: 'bundler', module: 'ESNext', lib: ['ES2022'] } }),
  'node_modules/kit/package.json': JSON.stringify({ name: 'kit', types: 'index.d.ts' }),
  'node_modules/kit/index.d.ts': '/** Joins **both**. */\nexport declare function join(first: string, second: number): string;\n',
};
const TEXT = "import { join } from 'kit';\nexport const joined = join('a', 1);\nexport const wrong: number = 'no';\n";

let view: EditorView | null = null;
// Browsers report a selection later; happy-dom reports it while the editor is still setting it, which the editor would take for typing.
const keepQuiet = (event: Event) => event.stopImmediatePropagation();
beforeAll(() => document.addEventListener('selectionchange', keepQuiet, true));
afterAll(() => document.removeEventListener('selectionchange', keepQuiet, true));
afterEach(() => {
  view?.destroy();
  view = null;
  document.body.replaceChildren();
});

/** Shows an editor with a file of a project, with types from TypeScript itself. */
function show(path = 'a.ts', text = TEXT) {
  const files = new MemoryFiles({ ...FILES, [path]: text }).projectFiles();
  const checker = new TypeChecker(files, () => ALL_LIBRARIES);
  const opened: DefinitionPlace[] = [];
  const port: TypePort = {
    async ask<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>) {
      files.show(path, shown.state.doc.toString());
      // The answer has the type for the question's kind.
      return checker.answer(question as TypeQuestion) as TypeAnswers[Kind] | null;
    },
    open: (place) => void opened.push(place),
    onChange: () => () => undefined,
  };
  const shown = new EditorView({ parent: document.body, state: EditorState.create({ doc: text, extensions: typeAssistance(path, port) }) });
  view = shown;
  const goTo = (mark: string) => shown.dispatch({ selection: { anchor: text.indexOf(mark) + mark.length } });
  const press = (key: string, held: KeyboardEventInit = {}) =>
    runScopeHandlers(shown, new KeyboardEvent('keydown', { key, ...held }), 'editor');
  const ask = (request: CaretRequest) => shown.dispatch({ effects: caretRequest.of(request) });
  return { view: shown, opened, goTo, press, ask };
}

const box = () => document.querySelector('.cm-type-box');

test('the definition of what a package has is in its files', async () => {
  const { opened, goTo, ask } = show();
  goTo('joined = jo');
  ask('definition');
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]).toMatchObject({ path: 'node_modules/kit/index.d.ts', line: 2, column: 24, length: 4, text: null });
});

test('where nothing is defined it says so', async () => {
  const { goTo, ask, opened } = show();
  goTo('export const joined =');
  ask('definition');
  await vi.waitFor(() => expect(box()?.textContent).toBe('No definition was found here.'));
  expect([opened, box()?.getAttribute('role')]).toEqual([[], 'status']);
});

test('the type at the caret is shown with its comment until Escape', async () => {
  const { goTo, press, ask } = show();
  goTo('joined = jo');
  ask('hover');
  await vi.waitFor(() => expect(box()?.textContent).toContain('join(first: string, second: number): string'));
  expect(box()?.querySelector('.cm-type-documentation strong')?.textContent).toBe('both');
  expect(press('Escape')).toBe(true);
  await vi.waitFor(() => expect(box()).toBeNull());
});

test('the signature comes with the bracket, follows the parameter that is typed and goes with its call', async () => {
  const { view: editor } = show('b.ts', "import { join } from 'kit';\njoin");
  const type = (text: string) => {
    const { head } = editor.state.selection.main;
    editor.dispatch({ changes: { from: head, insert: text }, selection: { anchor: head + text.length }, userEvent: 'input.type' });
  };
  const active = () => box()?.querySelector('strong')?.textContent;
  editor.dispatch({ selection: { anchor: editor.state.doc.length } });
  type('(');
  await vi.waitFor(() => expect(active()).toBe('first: string'));
  type("'a', ");
  await vi.waitFor(() => expect(active()).toBe('second: number'));
  type('1)');
  await vi.waitFor(() => expect(box()).toBeNull());
});

test.each(['next-problem', 'previous-problem'] as const)('a problem is underlined, and gone to as the %s', async (request) => {
  const { view: editor, ask } = show();
  await vi.waitFor(() => expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('wrong'), { timeout: 5_000 });
  ask(request);
  await vi.waitFor(() => {
    const { from, to } = editor.state.selection.main;
    expect(editor.state.sliceDoc(from, to)).toBe('wrong');
  });
});

test('a file of another language has none of it', () => {
  expect(typeAssistance('a.css', { ask: async () => null, open: () => undefined, onChange: () => () => undefined })).toEqual([]);
});
