// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LongText } from './long-text.tsx';

afterEach(cleanup);

test('a text of a megabyte shows its beginning, its end and how much is between, and all of it when asked', () => {
  const { container } = render(<LongText text={`begin ${'x'.repeat(1_000_000)} rm -rf src`} />);
  expect(container.textContent?.length).toBeLessThan(9_000);
  expect(container.textContent).toMatch(/^begin /);
  expect(container.textContent).toMatch(/rm -rf src$/);
  fireEvent.click(screen.getByRole('button', { name: /characters are not shown/ }));
  expect(container.textContent).toHaveLength(1_000_017);
});

test('an ordinary text is shown as it is', () => {
  const { container } = render(<LongText text="npm test" />);
  expect(container.innerHTML).toBe('npm test');
});
