// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CodeEditor, createCodeEditor, type ShownFile } from './create-code-editor.ts';

const LINE = 'export const answer = 42; // why\n';
let host: HTMLElement;
let editor: CodeEditor;

beforeEach(() => {
  host = document.createElement('div');
  document.body.appendChild(host);
  editor = createCodeEditor(host, { onChange: () => undefined, onSave: () => undefined });
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
/** Only an editor that can be edited in marks the line of the caret. */
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

  it.each([GROWING, COMPLETE])('is shown at its end with each change: %o', (how) => {
    editor.show({ path: 'src/long.ts', text: `${LINE.repeat(1_000)}the first end`, ...GROWING });
    editor.show({ path: 'src/long.ts', text: `${LINE.repeat(1_000)}the first end${LINE.repeat(1_000)}the last end`, ...how });
    expect(content()?.textContent).toMatch(/the last end$/);
  });

  it('has the colours of what is seen', async () => {
    show(20_000, GROWING);
    await expect.poll(isColoured).toBe(true);
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
