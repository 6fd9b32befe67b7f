import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputWatch, type WantedInput } from './input-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const seen: (WantedInput | null)[] = [];
  const input = new InputWatch((wanted) => seen.push(wanted));
  return { input, seen };
}

describe('on a host that says who reads', () => {
  test('a prompt without a line end, a read and two seconds of silence are a question', () => {
    const { input, seen } = watch();
    input.onReading('none');
    input.onText('\x1b[1mProject name:\x1b[0m ');
    input.onReading('line');
    vi.advanceTimersByTime(1_999);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual([{ prompt: 'Project name:', isHidden: false }]);
    input.onInput();
    expect(seen.at(-1)).toBeNull();
  });

  test('a slow program that prints dots or a bar and reads nothing raises no alarm', () => {
    const { input, seen } = watch();
    input.onReading('none');
    for (const text of ['Building', '.', '.', '\r[====>     ] 40 %', ' Continue? ']) {
      input.onText(text);
      vi.advanceTimersByTime(10_000);
    }
    expect(seen).toEqual([]);
  });

  test('a server that reads its terminal while it works and has ended its line is no question', () => {
    const { input, seen } = watch();
    input.onReading('line');
    input.onText('press h + enter to show help\n');
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    expect(input.isReading).toBe(true);
  });

  test('a menu of single keys is a question, with its last lines, though its last line is whole', () => {
    const { input, seen } = watch();
    input.onText('Select a framework:\r\n> vanilla\r\n  react\r\n');
    input.onReading('key');
    vi.advanceTimersByTime(2_000);
    expect(seen).toEqual([{ prompt: 'Select a framework:\n> vanilla\n  react', isHidden: false }]);
  });

  test('what is typed without an echo, or after a word such as password, is not to be shown', () => {
    const hidden = watch();
    hidden.input.onText('Enter it: ');
    hidden.input.onReading('hidden');
    vi.advanceTimersByTime(2_000);
    const named = watch();
    named.input.onText('Passphrase for key: ');
    named.input.onReading('key');
    vi.advanceTimersByTime(2_000);
    expect([hidden.seen, named.seen].map(([first]) => first?.isHidden)).toEqual([true, true]);
  });

  test('a question that keeps printing, or whose reader goes, is withdrawn', () => {
    const { input, seen } = watch();
    input.onText('name? ');
    input.onReading('line');
    vi.advanceTimersByTime(2_000);
    input.onReading('none');
    expect(seen).toEqual([{ prompt: 'name?', isHidden: false }, null]);
    input.onReading('line');
    input.close();
    vi.advanceTimersByTime(60_000);
    expect(seen).toHaveLength(2);
  });
});

describe('on a host that does not', () => {
  test.each([
    'Ok to proceed? (y) ',
    'Continue [y/N] ',
    'Enter name: ',
    'sqlite> ',
    '? Project name: › my-app',
    '? Project name: (my-app) ',
    '◆  Where should we create your project?',
    'Press any key to continue . . .',
    'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
  ])('%j looks like a question', (text) => {
    const { input, seen } = watch();
    input.onText(text);
    vi.advanceTimersByTime(2_000);
    expect(seen).toEqual([{ prompt: text.trim(), isHidden: false }]);
  });

  test('a menu is a question, whose last line is one of its answers', () => {
    const { input, seen } = watch();
    input.onText('scaffolding\r\n? Select a framework: › - Use arrow-keys.\r\n❯   Vanilla\r\n    React');
    vi.advanceTimersByTime(2_000);
    expect(seen).toEqual([{ prompt: '? Select a framework: › - Use arrow-keys.\n❯   Vanilla\n    React', isHidden: false }]);
  });

  test.each([
    '? not a question of now\nCompiled.\n',
    'Compiling...',
    'added 3 packages\n',
    '[=====>] 50%',
    'Downloading: 40 %',
    'loading… ██░░:',
  ])('%j does not', (text) => {
    const { input, seen } = watch();
    input.onText(text);
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
  });
});
