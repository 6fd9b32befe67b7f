// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileTouches } from '../../lib/protocol/tool-call.ts';
import { AccessLine } from './access-line.tsx';

afterEach(cleanup);

const NOTHING: FileTouches = { secrets: false, read: [], write: [], isAnyProtected: false };

function shown(touches: Partial<FileTouches>): string | null {
  const { container } = render(<AccessLine touches={{ ...NOTHING, ...touches }} />);
  return container.textContent;
}

describe('what an approval lets a command touch', () => {
  it('is said by name', () => {
    expect(shown({ read: ['.env'], write: ['**/node_modules', '/home/.npm', 'AGENTS.md'] })).toBe(
      'Of guarded files it may: read .env · write or remove node_modules, ~/.npm, AGENTS.md',
    );
  });

  it('is said in general where only the program decides', () => {
    expect(shown({ secrets: true, read: ['.env'], isAnyProtected: true })).toBe(
      'Of guarded files it may: read files with keys · write or remove protected files',
    );
  });

  it('is counted where it is much', () => {
    expect(shown({ read: Array.from({ length: 9 }, (_, number) => `${number}.pem`) })).toContain('5.pem and 3 more');
  });

  it('is not said where it is nothing', () => {
    expect(shown({})).toBe('');
    expect(screen.queryByText('Of guarded files it may:')).toBeNull();
  });
});
