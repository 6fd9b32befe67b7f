// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MarkdownText } from './markdown-text.tsx';
import { LONGEST_END } from './shown-blocks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Paragraph ${from + index} ${'x'.repeat(5_000)}`).join('\n\n');
/** Waits until the Markdown code has loaded and a long text, which is revealed in pieces, is complete. */
async function reveal(end: string): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => void vi.advanceTimersByTime(1_000));
    expect(screen.queryAllByText(new RegExp(`^${end} x+$`))).toHaveLength(1);
  });
}

it('leaves every block in its place in the page when an answer grows so long that its middle is left out', async () => {
  const count = Math.floor((2 * LONGEST_END) / 5_100);
  const { container, rerender } = render(<MarkdownText text={paragraphs(0, count)} isLive />);
  await reveal(`Paragraph ${count - 1}`);
  const before = screen.getAllByText(/^Paragraph/);
  expect(before.length).toBe(count);
  const moved: Node[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) moved.push(...addedNodes);
  });
  observer.observe(container, { childList: true, subtree: true });
  rerender(<MarkdownText text={`${paragraphs(0, count + 3)}`} isLive />);
  await reveal(`Paragraph ${count + 2}`);
  expect(screen.getByRole('button', { name: /characters are not shown/ })).toBeDefined();
  expect(before.filter((node) => moved.includes(node))).toEqual([]);
  expect(before.filter((node) => node.isConnected).length).toBeGreaterThan(count - 5);
  observer.disconnect();
});

it('shows the middle of a very long answer when the user asks for it', async () => {
  render(<MarkdownText text={paragraphs(0, 60)} />);
  await reveal('Paragraph 59');
  expect(screen.queryByText(/^Paragraph 30 /)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /characters are not shown: show all/ }));
  expect(screen.getByText(/^Paragraph 30 /)).toBeDefined();
});
