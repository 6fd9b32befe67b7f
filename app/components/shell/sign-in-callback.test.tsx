// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { waitForReturn } from '../../lib/mcp/sign-in/sign-in-desk.ts';
import { SIGN_IN_CHANNEL, type SignInMessage } from '../../lib/protocol/mcp/sign-in-message.ts';
import { SignInCallback } from './sign-in-callback.tsx';

const open: BroadcastChannel[] = [];
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const channel of open.splice(0)) channel.close();
  history.replaceState(null, '', '/');
});

const channel = () => {
  const made = new BroadcastChannel(SIGN_IN_CHANNEL);
  open.push(made);
  return made;
};

test('what came along goes to the page that waits for it, and leaves the address', async () => {
  const returned = waitForReturn('s1', channel, new AbortController().signal);
  history.replaceState(null, '', '/mcp/callback?code=c1&state=s1&iss=https%3A%2F%2Fid.example.org');
  render(<SignInCallback />);
  expect(location.search).toBe('');
  const expected: SignInMessage = { type: 'returned', state: 's1', code: 'c1', issuer: 'https://id.example.org' };
  expect(await returned).toEqual(expected);
  expect((await screen.findByRole('heading', { name: 'You can close this window' })).textContent).toBeTruthy();
});

test('where nobody waits for it, it says what to do', async () => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/mcp/callback?code=c1&state=s2');
  render(<SignInCallback />);
  expect(screen.getByRole('heading').textContent).toBe('Signing in…');
  await act(async () => void vi.advanceTimersByTime(6_000));
  expect(screen.getByRole('heading').textContent).toBe('Nothing waits for this sign-in any more');
});

test('without anything of a sign-in it is only a page', () => {
  history.replaceState(null, '', '/mcp/callback');
  render(<SignInCallback />);
  expect(screen.getByRole('heading').textContent).toBe('This page is for sign-ins');
});
