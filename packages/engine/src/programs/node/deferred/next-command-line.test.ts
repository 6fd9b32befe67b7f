import { describe, expect, it } from 'vitest';
import { settleNextCommandLine } from './next-command-line.ts';

const settle = (version: string, line: string) => settleNextCommandLine(version, line.split(' ').filter(Boolean));

describe('settleNextCommandLine', () => {
  it.each([
    ['16.4.3', 'dev', 'dev --webpack'],
    ['16.4.3', '', '--webpack'],
    ['16.4.3', './site -p 4000', './site -p 4000 --webpack'],
    ['16.4.3', 'build --turbopack', 'build --webpack'],
    ['15.5.28', 'dev --turbopack -p 4000', 'dev -p 4000'],
    ['15.5.28', 'build --turbo', 'build'],
  ])('takes webpack with Next %s for "next %s", and says so', (version, line, settled) => {
    const { args, note } = settle(version, line);
    expect(args.join(' ')).toBe(settled);
    expect(note).toContain('Turbopack is compiled machine code');
  });

  it.each([
    ['16.4.3', 'dev --webpack'],
    ['16.4.3', 'start'],
    ['16.4.3', 'info'],
    ['16.4.3', '--version'],
    ['16.4.3', 'dev --help'],
    ['15.5.28', 'dev'],
    ['14.2.35', 'build'],
  ])('leaves Next %s with "next %s" as it is', (version, line) => {
    expect(settle(version, line)).toEqual({ args: line.split(' '), note: null });
  });
});
