// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { fireEvent, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CodeEditor, createCodeEditor } from '../create-code-editor.ts';

let host: HTMLElement;
let editor: CodeEditor;

beforeEach(() => {
  host = document.createElement('div');
  document.body.appendChild(host);
  editor = createCodeEditor(host, {
    onChange: () => undefined,
    onMove: () => undefined,
    positionOf: () => null,
  });
});
afterEach(() => {
  editor.destroy();
  host.remove();
});

function open(text: string, isReadOnly = false): void {
  editor.show({ path: 'a.txt', text, isReadOnly, isGrowing: false });
  editor.find();
}

const view = () => EditorView.findFromDOM(host) as EditorView;
const text = () => view().state.doc.toString();
const field = (name: string) => getByRole(host, 'textbox', { name });
const count = () => getByRole(host, 'status').textContent;
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(getByRole(host, 'button', { name }));

test('what is typed is counted, and Enter goes through the matches in both directions', async () => {
  open('cat dog cat Cat');
  type('Find', 'cat');
  await expect.poll(count).toBe('3');
  fireEvent.keyDown(field('Find'), { key: 'Enter', keyCode: 13 });
  await expect.poll(count).toBe('1 of 3');
  fireEvent.keyDown(field('Find'), { key: 'Enter', keyCode: 13 });
  await expect.poll(count).toBe('2 of 3');
  fireEvent.keyDown(field('Find'), { key: 'Enter', keyCode: 13, shiftKey: true });
  await expect.poll(count).toBe('1 of 3');
});

test('case, whole words and expressions narrow what is found, and the buttons say whether they are on', async () => {
  open('cat Cat catalog c.t');
  type('Find', 'cat');
  await expect.poll(count).toBe('3');
  press('Match case');
  await expect.poll(count).toBe('2');
  press('Whole word');
  await expect.poll(count).toBe('1');
  press('Whole word');
  press('Regular expression');
  expect(getByRole(host, 'button', { name: 'Regular expression' }).getAttribute('aria-pressed')).toBe('true');
  type('Find', 'c.t');
  await expect.poll(count).toBe('3');
  type('Find', 'c(');
  await expect.poll(count).toBe('Not a valid expression');
  type('Find', 'zebra');
  await expect.poll(count).toBe('No matches');
});

test('one match or all are replaced', () => {
  open('a b a b a');
  type('Find', 'a');
  type('Replace with', '$1');
  press('Replace');
  press('Replace');
  expect(text()).toBe('$1 b a b a');
  press('Replace all');
  expect(text()).toBe('$1 b $1 b $1');
});

test('a file that cannot be typed in offers no replacing, and Escape closes the panel', () => {
  open('a', true);
  expect(queryByRole(host, 'button', { name: 'Replace all' })).toBeNull();
  fireEvent.keyDown(field('Find'), { key: 'Escape', keyCode: 27 });
  expect(queryByRole(host, 'search')).toBeNull();
});
