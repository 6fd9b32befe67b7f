// @vitest-environment happy-dom
import { act, render, renderHook, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useHeldInput } from './use-held-input.ts';

test('input is held while code is on its way, then done in its order, and nothing is held afterwards', async () => {
  const done: string[] = [];
  const handlers = { press: (key: string) => void done.push(key) };
  const { result, rerender } = renderHook(({ isLoading }) => useHeldInput(isLoading, handlers), { initialProps: { isLoading: true } });
  act(() => {
    expect(result.current((now) => now.press('ArrowDown'))).toBe(true);
    expect(result.current((now) => now.press('Enter'))).toBe(true);
  });
  expect(done).toEqual([]);
  await act(async () => rerender({ isLoading: false }));
  expect(done).toEqual(['ArrowDown', 'Enter']);
  expect(result.current((now) => now.press('Tab'))).toBe(false);
});

test('each is done once, also where what it does is drawn at once', async () => {
  const pressed: string[] = [];
  function Menu({ isLoading }: { isLoading: boolean }) {
    const [count, setCount] = useState(0);
    const press = (key: string) => {
      pressed.push(key);
      // Like the user's click: React renders the result before it returns.
      screen.getByRole('button').click();
    };
    const hold = useHeldInput(isLoading, { press });
    return (
      <button type="button" onClick={() => setCount(count + 1)} onKeyDown={({ key }) => hold((now) => now.press(key))}>
        {count}
      </button>
    );
  }
  const { rerender } = render(<Menu isLoading />);
  const button = screen.getByRole('button');
  for (const key of ['ArrowDown', 'Enter']) act(() => void button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await act(async () => rerender(<Menu isLoading={false} />));
  expect(pressed).toEqual(['ArrowDown', 'Enter']);
  expect(button.textContent).toBe('2');
});

test('a key reaches what is drawn with the field, though that listens afresh with each drawing', async () => {
  const heard: string[] = [];
  /** Like a list item, whose handler is another function on each render. */
  function Item() {
    const item = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const hear = ({ type }: Event) => void heard.push(type);
      const { current } = item;
      current?.addEventListener('choose', hear);
      return () => current?.removeEventListener('choose', hear);
    });
    return <div ref={item} role="option" aria-selected="true" tabIndex={-1} />;
  }
  function Field({ isLoading }: { isLoading: boolean }) {
    const hold = useHeldInput(isLoading, { choose: () => void screen.getByRole('option').dispatchEvent(new Event('choose')) });
    return <input onKeyDown={() => hold((now) => now.choose())} />;
  }
  const list = (isLoading: boolean) => (
    <>
      <Field isLoading={isLoading} />
      <Item />
    </>
  );
  const { rerender } = render(list(true));
  act(() => void screen.getByRole('textbox').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await act(async () => rerender(list(false)));
  expect(heard).toEqual(['choose']);
});
