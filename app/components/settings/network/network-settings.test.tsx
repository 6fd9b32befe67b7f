// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $outbound, NO_OUTBOUND, type OutboundState } from '../../../lib/stores/outbound.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { NetworkSettings } from './network-settings.tsx';

afterEach(() => {
  cleanup();
  $outbound.set(NO_OUTBOUND);
});

function show(state: Partial<OutboundState>) {
  const nothing = () => undefined;
  const actions = fakeActions({ forgetHost: nothing, forgetAllHosts: nothing, askAgain: nothing });
  $outbound.set({ ...NO_OUTBOUND, ...state });
  render(
    <ReadyWorkbench actions={actions}>
      <NetworkSettings />
    </ReadyWorkbench>,
  );
  return actions;
}

const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('a server that passes nothing on says so, and offers no list', () => {
  show({});
  expect(screen.getByText(/passes nothing else on/)).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

test('each host is listed with what was said of it, and can be forgotten', () => {
  const decidedAt = Date.now();
  const actions = show({
    isAvailable: true,
    decisions: [
      { host: 'api.weather.net', verdict: 'allowed', decidedAt },
      { host: 'http://evil.weather.net:8080', verdict: 'denied', decidedAt },
    ],
  });
  expect(items()).toEqual([
    expect.stringMatching(/^Allowhttps:\/\/api\.weather\.net/),
    expect.stringMatching(/^Denyhttp:\/\/evil\.weather\.net:8080/),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Forget http://evil.weather.net:8080' }));
  expect(actions.calls).toEqual([{ name: 'forgetHost', arguments: ['http://evil.weather.net:8080'] }]);
});

test('what other projects remember, and the wish for no more questions, can be taken back', () => {
  const actions = show({ isAvailable: true, others: 3, isMuted: true });
  expect(items()).toEqual([expect.stringContaining('None yet')]);
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Forget all' }));
  expect(actions.calls.map((call) => call.name)).toEqual(['askAgain', 'forgetAllHosts']);
});
