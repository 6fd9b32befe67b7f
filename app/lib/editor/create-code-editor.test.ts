// @vitest-environment happy-dom
import { insertNewlineAndIndent, undo } from '@codemirror/commands';
import { selectNextOccurrence } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CodeEditor, createCodeEditor, type ShownFile } from './create-code-editor.ts';
import type { CaretPlace, EditorPosition } from './editor-position.ts';

const LINE = 'export const answer = 42; // why\n';
/** A language's code is loaded when it is first shown, which is slow while other tests run. */
const LOADED = { timeout: 10_000 };
let host: HTMLElement;
let editor: CodeEditor;
let moves: (EditorPosition & { path: string })[];
let carets: CaretPlace[];
let typed: string[];
const left = new Map<string, EditorPosition>();

beforeEach(() => {
  moves = [];
  carets = [];
  typed = [];
  left.clear();
  host = document.createElement('div');
  document.body.appendChild(host);
  editor = createCodeEditor(host, {
    onChange: (_path, text) => typed.push(text),
    onMove(path, position, caret) {
      moves.push({ path, ...position });
      carets.push(caret);
    },
    positionOf: (path) => left.get(path) ?? null,
  });
});
afterEach(() => {
  editor.destroy();
  host.remove();
});

function show(characters: number, how: Pick<ShownFile, 'isGrowing' | 'isReadOnly'>): void {
  editor.show({ path: 'src/long.ts', text: LINE.repeat(Math.ceil(characters / LINE.length)), ...how });
}

const GROWING = { isGrowing: true, isReadOnly: true };
const COMPLETE = { isGrowing: false, isReadOnly: false };
const content = () => host.querySelector('.cm-content');
/** Only an editable editor marks the caret's line. */
const isWhole = () => host.querySelector('.cm-activeLine') !== null;
const isColoured = () => host.querySelector('.cm-line span[class]') !== null;

describe('a file while it is written', () => {
  it('is an editor like any other while it is short', () => {
    show(1_000, GROWING);
    expect(isWhole()).toBe(true);
  });

  it('leaves out what only a user needs when it is long, until it is complete', () => {
    show(1_000, GROWING);
    show(20_000, GROWING);
    expect(isWhole()).toBe(false);
    show(20_000, COMPLETE);
    expect(isWhole()).toBe(true);
    expect(content()?.getAttribute('contenteditable')).toBe('true');
  });

  it('has no colours where a line is so long that each key would wait for them', async () => {
    editor.show({ path: 'lines.ts', text: LINE.repeat(2_000), ...COMPLETE });
    await expect.poll(isColoured, LOADED).toBe(true);
    editor.show({ path: 'line.ts', text: LINE.replace('\n', '').repeat(2_000), ...COMPLETE });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isColoured()).toBe(false);
  });

  it('is changed by a command as if its user had typed it, and undo brings the caret back', () => {
    editor.show({ path: 'a.ts', text: 'const  a = 1;\nlet  b;\n', ...COMPLETE });
    const view = EditorView.findFromDOM(host);
    if (view === null) throw new Error('There is no editor.');
    view.dispatch({ selection: { anchor: 19 } });
    editor.applyEdits([
      { from: 5, to: 7, insert: ' ' },
      { from: 17, to: 19, insert: ' ' },
    ]);
    expect([view.state.doc.toString(), view.state.selection.main.head]).toEqual(['const a = 1;\nlet b;\n', 17]);
    expect(undo(view)).toBe(true);
    expect([view.state.doc.toString(), view.state.selection.main.head]).toEqual(['const  a = 1;\nlet  b;\n', 19]);
  });

  it('shows places while one is chosen, and goes back to where its user was or to the one that is chosen', () => {
    editor.show({ path: 'a.ts', text: LINE.repeat(50), ...COMPLETE });
    const view = EditorView.findFromDOM(host);
    if (view === null) throw new Error('There is no editor.');
    const selected = () => [view.state.selection.main.from, view.state.selection.main.to];
    view.dispatch({ selection: { anchor: 7 } });
    moves.length = 0;
    editor.glance({ type: 'show', from: 20, to: 25 });
    editor.glance({ type: 'show', from: 40, to: 45 });
    expect([selected(), view.hasFocus, moves]).toEqual([[40, 45], false, []]);
    editor.glance({ type: 'back' });
    expect(selected()).toEqual([7, 7]);
    editor.glance({ type: 'show', from: 20, to: 25 });
    editor.glance({ type: 'choose', from: 20, to: 25 });
    editor.glance({ type: 'back' });
    expect([selected(), moves.length > 0 || view.hasFocus]).toEqual([[20, 25], true]);
  });

  it('keeps the line breaks that it has, also those that another gave it, and its way to indent', () => {
    editor.show({ path: 'a.ts', text: 'a\r\nb\n', ...COMPLETE });
    const view = EditorView.findFromDOM(host);
    if (view === null) throw new Error('There is no editor.');
    view.dispatch({ changes: { from: 0, insert: 'x' } });
    editor.show({ path: 'a.ts', text: 'xa\nb\n', ...COMPLETE });
    view.dispatch({ changes: { from: 0, insert: 'y' } });
    editor.show({ path: 'a.ts', text: 'if (a) {\r\n\tb();\r\n}\r\n', ...COMPLETE });
    view.dispatch({ selection: { anchor: 14 } });
    insertNewlineAndIndent(view);
    expect(typed).toEqual(['xa\r\nb\n', 'yxa\nb\n', 'if (a) {\r\n\tb();\r\n\t\r\n}\r\n']);
  });

  it('is changed by no command while nothing can be typed', () => {
    editor.show({ path: 'a.ts', text: 'const  a = 1;', ...COMPLETE, isReadOnly: true });
    editor.applyEdits([{ from: 5, to: 7, insert: ' ' }]);
    expect(host.querySelector('.cm-content')?.textContent).toBe('const  a = 1;');
  });

  it.each([GROWING, COMPLETE])('is shown at its end with each change: %o', (how) => {
    editor.show({ path: 'src/long.ts', text: `${LINE.repeat(1_000)}the first end`, ...GROWING });
    editor.show({ path: 'src/long.ts', text: `${LINE.repeat(1_000)}the first end${LINE.repeat(1_000)}the last end`, ...how });
    expect(content()?.textContent).toMatch(/the last end$/);
  });

  it('has the colours of what is seen', async () => {
    show(20_000, GROWING);
    await expect.poll(isColoured, LOADED).toBe(true);
    expect(isWhole()).toBe(false);
  });

  it.each(['pointermove', 'wheel', 'focus', 'keydown'])('is read as a whole, when it is very long, as its user comes to it: %s', (type) => {
    show(120_000, GROWING);
    content()?.dispatchEvent(new Event(type));
    expect(isWhole()).toBe(false);
    show(120_000, COMPLETE);
    expect(isWhole()).toBe(false);
    content()?.dispatchEvent(new Event(type));
    expect(isWhole()).toBe(true);
  });

  it('is read as a whole when its user opens it again', () => {
    show(120_000, GROWING);
    show(120_000, COMPLETE);
    editor.show({ path: 'src/other.ts', text: 'other', ...COMPLETE });
    show(120_000, COMPLETE);
    expect(isWhole()).toBe(true);
  });
});

describe('where the user is in a file', () => {
  const FILE = { path: 'src/short.ts', text: 'one\r\ntwo\r\nthree', ...COMPLETE };
  const viewOf = () => {
    const view = EditorView.findFromDOM(host);
    if (view === null) throw new Error('There is no editor.');
    return view;
  };

  /** The test's page has no layout; setting a height makes the editor count as visible. */
  const beSeen = () => Object.defineProperty(viewOf().scrollDOM, 'clientHeight', { value: 100 });

  it('is reported when the selection moves and when text is scrolled, and not by what the agent writes', () => {
    editor.show(FILE);
    beSeen();
    viewOf().dispatch({ selection: { anchor: 2, head: 6 } });
    expect(moves).toEqual([{ path: 'src/short.ts', anchor: 2, head: 6, top: 0 }]);
    expect(carets).toEqual([{ line: 2, column: 3 }]);
    viewOf().scrollDOM.dispatchEvent(new Event('scroll'));
    expect(moves).toHaveLength(2);
    editor.show({ ...FILE, text: `zero\r\n${FILE.text}` });
    show(1_000, GROWING);
    show(20_000, GROWING);
    viewOf().scrollDOM.dispatchEvent(new Event('scroll'));
    expect(moves).toHaveLength(2);
  });

  it('is not reported while the editor is hidden', () => {
    editor.show(FILE);
    viewOf().dispatch({ selection: { anchor: 2 } });
    expect(moves).toEqual([]);
  });

  it('is taken up when the file is shown first, also where the file has become shorter', () => {
    left.set('src/short.ts', { anchor: 5, head: 900, top: 4 });
    editor.show(FILE);
    const { anchor, head } = viewOf().state.selection.main;
    expect([anchor, head]).toEqual([5, 'one\ntwo\nthree'.length]);
    expect(moves).toEqual([]);
  });
});

describe('a place in a file', () => {
  const selected = () => {
    const { main } = (EditorView.findFromDOM(host) as EditorView).state.selection;
    return [main.anchor, main.head];
  };
  /** The test's page reports a selection of the focused editor in the middle of its update, which browsers do not. */
  const blur = () => (EditorView.findFromDOM(host) as EditorView).contentDOM.blur();

  it('is where the caret goes, with what is meant selected', () => {
    editor.show({ path: 'a.ts', text: 'one\r\ntwo three\r\n', ...COMPLETE });
    editor.goTo({ line: 2 });
    expect(selected()).toEqual([4, 4]);
    blur();
    editor.goTo({ line: 2, column: 4, length: 5 });
    expect(selected()).toEqual([8, 13]);
  });

  it('that is no longer there is the nearest one', () => {
    editor.show({ path: 'a.ts', text: 'one', ...COMPLETE });
    editor.goTo({ line: 40, column: 9, length: 9 });
    expect(selected()).toEqual([3, 3]);
    blur();
    editor.goTo({ line: 0 });
    expect(selected()).toEqual([0, 0]);
  });
});

describe('several cursors', () => {
  const view = () => EditorView.findFromDOM(host) ?? expect.unreachable();
  const type = (text: string) => view().dispatch(view().state.replaceSelection(text));

  it('are where the same word comes next, and what is typed is typed at each', () => {
    editor.show({ path: 'a.txt', text: 'one two one\none', ...COMPLETE });
    view().dispatch({ selection: { anchor: 0, head: 3 } });
    selectNextOccurrence(view());
    selectNextOccurrence(view());
    expect(view().state.selection.ranges).toHaveLength(3);
    type('1');
    expect(typed.at(-1)).toBe('1 two 1\n1');
    undo(view());
    expect(typed.at(-1)).toBe('one two one\none');
  });
});
