import { expect, test } from 'vitest';
import { createScreenWriter } from './create-screen-writer.ts';

/** A screen that renders on demand. */
function slowScreen() {
  const queue: { text: string; onDrawn: () => void }[] = [];
  const drawn: string[] = [];
  return {
    write: (text: string, onDrawn: () => void) => void queue.push({ text, onDrawn }),
    queued: () => queue.reduce((sum, { text }) => sum + text.length, 0),
    drawAll() {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        drawn.push(next.text);
        next.onDrawn();
      }
      return drawn.join('');
    },
  };
}

test('what comes at a pace is drawn as it comes', () => {
  const screen = slowScreen();
  const write = createScreenWriter(screen);
  write('a');
  write('b');
  expect(screen.drawAll()).toBe('ab');
  write('c');
  expect(screen.drawAll()).toBe('abc');
});

test('a program that prints without end fills no memory; its last words are shown, and that something is missing', () => {
  const screen = slowScreen();
  const write = createScreenWriter(screen);
  const chunk = 'x'.repeat(65_536);
  for (let count = 0; count < 1_600; count++) write(chunk);
  write('the prompt $ ');
  expect(screen.queued()).toBeLessThan(2_200_000);
  const drawn = screen.drawAll();
  expect(drawn.length).toBeLessThan(2_500_000);
  expect(drawn).toMatch(/\[… \d+ characters came too fast to be shown …\]/);
  expect(drawn.endsWith('the prompt $ ')).toBe(true);
});
