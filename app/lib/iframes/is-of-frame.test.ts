import { expect, test } from 'vitest';
import { isOfFrame } from './is-of-frame.ts';

/** Returns a window with this parent; without one, it is its own parent like an outermost window. */
function windowIn(parent: Window | null | undefined): Window {
  const made = { parent };
  if (parent === undefined) Object.assign(made, { parent: made });
  return made as unknown as Window; // Only `parent` is read.
}

const app = windowIn(undefined);
const shown = windowIn(app);
const frame = { contentWindow: shown };

test.each([
  ['the page itself', shown, true],
  ['a frame in it', windowIn(windowIn(shown)), true],
  ['a frame that is gone', null, true],
  ['a frame in one that is gone', windowIn(null), true],
  ['another frame of the app', windowIn(app), false],
  ['a frame in another one', windowIn(windowIn(app)), false],
  ['the app', app, false],
  ['a port', new MessageChannel().port1, false],
])('a message of %s', (_who, source, isOwn) => {
  expect(isOfFrame(source as MessageEventSource | null, frame)).toBe(isOwn);
});
