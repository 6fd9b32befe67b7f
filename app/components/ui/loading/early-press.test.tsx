// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import type { ButtonHTMLAttributes, ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { useMessageText } from '../../chat/message-box/use-message-text.ts';
import { useIsMounted } from '../hooks/use-is-mounted.ts';
import { EARLY_PRESS_SCRIPT, HYDRATION_BEGINS } from './early-press-script.ts';
import { useEarlyPress } from './use-early-press.ts';

const roots: Root[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

/** Loads a page as the server writes it, with the head's script. Returns its hydration. */
function written(page: ReactElement): () => Promise<void> {
  document.body.replaceChildren();
  new Function(EARLY_PRESS_SCRIPT)();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  return async () => {
    dispatchEvent(new Event(HYDRATION_BEGINS));
    await act(async () => void roots.push(hydrateRoot(place, page)));
  };
}

const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};

const field = () => {
  const found = document.querySelector('textarea');
  if (found === null) throw new Error('no field');
  return found;
};

/** Dispatches what the browser dispatches for the user's own input. Returns false if its default is prevented. */
function byUser<Given extends Event>(target: Element, event: Given): boolean {
  Object.defineProperty(event, 'isTrusted', { value: true });
  return target.dispatchEvent(event);
}

const press = (target: Element) => byUser(target, new MouseEvent('click', { bubbles: true, cancelable: true }));
const key = (init: KeyboardEventInit) => byUser(field(), new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

function typeEarly(text: string) {
  field().value = text;
  byUser(field(), new Event('input', { bubbles: true }));
}

/** Buttons that note their presses. Hydration removes one and hides one, as in a narrow window. */
function Page({ log }: { log: string[] }) {
  const isMounted = useIsMounted();
  useEarlyPress();
  return (
    <>
      <Noting name="Settings" log={log} />
      <Noting name="Model" log={log} />
      {isMounted ? <p>Removed</p> : <Noting name="Removed" log={log} />}
      <Noting name="Hidden" log={log} style={isMounted ? { display: 'none' } : {}} />
      <Noting name="Off" log={log} aria-disabled={isMounted} />
      <Noting name="On" log={log} disabled={!isMounted} />
      <a href="#elsewhere">Devonz, start page</a>
    </>
  );
}

function Noting({ name, log, ...rest }: { name: string; log: string[] } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" onClick={() => log.push(name)} {...rest}>
      <span>{name}</span>
    </button>
  );
}

/** A field as in the message box, with its text. */
function Box({ onSend }: { onSend: (text: string) => void }) {
  const { text, setText, box } = useMessageText(null, undefined, () => undefined);
  useEarlyPress();
  const send = () => {
    if (text !== '') onSend(text);
    setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={box}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send()}
      />
      <button type="submit">Send</button>
    </form>
  );
}

function writtenBox() {
  const sent: string[] = [];
  return { hydrate: written(<Box onSend={(text) => sent.push(text)} />), sent };
}

test('the last press before hydration is carried out once, on its own button, which then has the focus', async () => {
  const log: string[] = [];
  const hydrate = written(<Page log={log} />);
  press(button('Settings'));
  press(button('Model').firstElementChild ?? document.body);
  press(button('Model'));
  expect(log).toEqual([]);
  await hydrate();
  expect(log).toEqual(['Model']);
  expect(document.activeElement).toBe(button('Model'));
  await act(async () => void press(button('Settings')));
  expect(log).toEqual(['Model', 'Settings']);
});

test('a press on nothing or on a link, which the browser follows itself, takes the place of the one before', async () => {
  for (const elsewhere of ['a', 'p, body']) {
    const log: string[] = [];
    const hydrate = written(<Page log={log} />);
    press(button('Settings'));
    const other = document.querySelector(elsewhere);
    expect(other && press(other)).toBe(true);
    await hydrate();
    expect(log).toEqual([]);
  }
});

test('a button that hydration has removed, hidden or disabled is not pressed, nor is one that was disabled', async () => {
  for (const name of ['Removed', 'Hidden', 'Off', 'On']) {
    const log: string[] = [];
    const hydrate = written(<Page log={log} />);
    const control = button(name);
    press(control.firstElementChild ?? control);
    control.addEventListener('click', () => log.push(name));
    await hydrate();
    expect([name, log]).toEqual([name, []]);
  }
});

test('clicks of scripts are not kept', async () => {
  const log: string[] = [];
  const hydrate = written(<Page log={log} />);
  button('Settings').click();
  await hydrate();
  expect(log).toEqual([]);
});

test('a press that React itself has received is not carried out again, nor is the one before it', async () => {
  const log: string[] = [];
  const hydrate = written(<Page log={log} />);
  press(button('Settings'));
  const hydrated = hydrate();
  // React hydrates at once for it.
  press(button('Model'));
  await hydrated;
  expect(log).toEqual(['Model']);
});

test('a page that does not take early presses never gets one', async () => {
  const log: string[] = [];
  const hydrate = written(<Noting name="Delete" log={log} />);
  press(button('Delete'));
  await hydrate();
  expect(log).toEqual([]);
});

test('Send, pressed twice before hydration, sends the words of the box once, and the page is not left', async () => {
  const { hydrate, sent } = writtenBox();
  typeEarly('Build a shop');
  expect([press(button('Send')), press(button('Send'))]).toEqual([false, false]);
  await hydrate();
  expect(sent).toEqual(['Build a shop']);
  expect(field().value).toBe('');
});

test('Enter in the box sends its words too, but a new line or the Enter of an input method does not', async () => {
  for (const [init, isSent] of [
    [{ key: 'Enter' }, true],
    [{ key: 'Enter', shiftKey: true }, false],
    [{ key: 'Enter', isComposing: true }, false],
  ] as const) {
    const { hydrate, sent } = writtenBox();
    typeEarly('Build a shop');
    expect(key(init)).toBe(!isSent);
    await hydrate();
    expect(sent).toEqual(isSent ? ['Build a shop'] : []);
    sessionStorage.clear();
  }
});

test('words that are typed after the press are not sent half written', async () => {
  const { hydrate, sent } = writtenBox();
  typeEarly('Build a shop');
  press(button('Send'));
  typeEarly('Build a shop with');
  await hydrate();
  expect(sent).toEqual([]);
  expect(field().value).toBe('Build a shop with');
});
