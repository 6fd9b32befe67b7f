// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRowWindow } from './use-row-window.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function List({ count }: { count: number }) {
  const container = useRef<HTMLElement>(null);
  const seen = useRowWindow({ container, count, rowHeight: 10 });
  return (
    <section ref={container} aria-label="Rows">
      {seen === null ? 'all' : `${seen.from}–${seen.to}`}
    </section>
  );
}

function show(count: number) {
  // 30 rows are visible. The test environment has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  const view = render(<List count={count} />);
  const list = screen.getByRole('region');
  const scroll = (to: number) => {
    list.scrollTop = to;
    act(() => void fireEvent.scroll(list));
    return list.textContent;
  };
  return { list, scroll, shorten: (to: number) => view.rerender(<List count={to} />) };
}

test('of a short list all rows are drawn', () => {
  expect(show(200).list.textContent).toBe('all');
});

test('of a long list those that are seen are drawn, wherever it is scrolled to, and some around them', () => {
  const { scroll } = show(5_000);
  const drawn = (text: string | null) => (text ?? '').split('–').map(Number) as [number, number];
  for (const top of [0, 555, 25_000, 49_700]) {
    const [from, to] = drawn(scroll(top));
    expect([from <= top / 10, to >= Math.min(5_000, top / 10 + 30), to - from < 300], `${top}`).toEqual([true, true, true]);
  }
});

test('a list that has become shorter than where it was scrolled to shows its end', () => {
  const { scroll, shorten, list } = show(5_000);
  scroll(49_000);
  shorten(300);
  expect(list.textContent).toBe('100–300');
});
