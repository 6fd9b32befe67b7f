// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { FakeIntersectionObserver } from '../../testing/fake-intersection-observer.ts';
import { MarkdownBlock } from './markdown-block.tsx';

afterEach(cleanup);

const HOSTILE = [
  '[a](javascript:alert(1))',
  '[b](JaVaScRiPt:alert(1))',
  '[c](data:text/html,<script>alert(1)</script>)',
  '[d](vbscript:x)',
  '![e](javascript:alert(1))',
  '![f](data:image/svg+xml,<svg onload=alert(1)>)',
  '<img src="https://evil.example/?q" onerror="alert(1)">',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '<javascript:alert(1)>',
  '![g](https://evil.example/?secret)',
  '[h]: javascript:alert(1)\n\n[h]',
].join('\n\n');

it('what a model writes loads nothing, runs nothing and leads to nothing but the web', () => {
  const { container } = render(<MarkdownBlock text={HOSTILE} />);
  expect(container.querySelectorAll('img, script, iframe, object, embed, link, style, form, [onerror], [onload], [src]')).toHaveLength(0);
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href') ?? '').toMatch(/^(?:https?:|mailto:|#|\/|$)/);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  }
});

it('a block of code can be put into a file, whose name it suggests where it says one', async () => {
  const actions = fakeActions({ applyCode: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <MarkdownBlock text={'Put this there:\n\n```ts title="src/app.ts"\nconst a = 1;\n```\n'} />
    </ReadyWorkbench>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Apply to a file…' }));
  const field = screen.getByRole('textbox', { name: 'File for this code' }) as HTMLInputElement; // A textbox is an input element here.
  expect(field.value).toBe('src/app.ts');
  fireEvent.change(field, { target: { value: 'src/main.ts' } });
  await act(async () => void fireEvent.submit(field));
  expect(actions.calls).toEqual([{ name: 'applyCode', arguments: ['src/main.ts', 'const a = 1;\n'] }]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

const colourOf = (text: string) => screen.getByText(text).className;
const CODE = '```ts\n/* one\ntwo */\nconst answer = "42";\n```';

/** Scrolls an element into view and keeps it there. */
function rest(element: Element): void {
  FakeIntersectionObserver.show(element);
  act(() => void vi.advanceTimersByTime(1_000));
}

/** Waits until the colours of previously requested code can be seen. */
async function coloursLoaded(): Promise<void> {
  vi.useRealTimers();
  await import('../../../lib/editor/colour-code.ts').then(({ colourCode }) => colourCode('const a = 1;', 'ts'));
}

describe('the colours of code', () => {
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(FakeIntersectionObserver.watching.size).toBe(0);
  });

  it('are those of the editor, and leave its text as it is', async () => {
    const { container } = render(<MarkdownBlock text={CODE} />);
    rest(container);
    vi.useRealTimers();
    await screen.findByText('const');
    expect(colourOf('const')).toBe('code-keyword');
    expect(colourOf('"42"')).toBe('code-string');
    expect(container.querySelector('code')?.textContent).toBe('/* one\ntwo */\nconst answer = "42";\n');
  });

  it('wait until the block is whole', async () => {
    const { container, rerender } = render(<MarkdownBlock text={CODE} isLive />);
    rest(container);
    await coloursLoaded();
    expect(screen.queryByText('const')).toBeNull();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    rerender(<MarkdownBlock text={CODE} />);
    rest(container);
    vi.useRealTimers();
    expect(await screen.findByText('const')).toBeDefined();
  });

  it('do not come for code that only flies by', async () => {
    const { container } = render(<MarkdownBlock text={CODE} />);
    FakeIntersectionObserver.show(container);
    act(() => void vi.advanceTimersByTime(100));
    FakeIntersectionObserver.show(container, false);
    act(() => void vi.advanceTimersByTime(1_000));
    await coloursLoaded();
    expect(screen.queryByText('const')).toBeNull();
  });

  it.each([
    ['a language that the editor does not know', 'brainfuck', '+++.'],
    ['none', '', 'const a = 1;'],
    ['more code than is coloured at once', 'ts', `const a = 1;\n${'// b\n'.repeat(20_000)}`],
  ])('are not there for: %s', async (_what, language, code) => {
    const { container } = render(<MarkdownBlock text={`\`\`\`${language}\n${code}\n\`\`\``} />);
    rest(container);
    await coloursLoaded();
    expect(container.querySelector('.code-piece > span')).toBeNull();
  });
});
