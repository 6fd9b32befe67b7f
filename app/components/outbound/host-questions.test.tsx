// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $hostQuestions } from '../../lib/stores/outbound.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { HostQuestions } from './host-questions.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  $hostQuestions.set([]);
});

function show(...hosts: string[]) {
  const actions = fakeActions({ answerHost: () => undefined, denyAllHosts: () => undefined });
  ask(...hosts);
  render(
    <ReadyWorkbench actions={actions}>
      <HostQuestions />
    </ReadyWorkbench>,
  );
  return actions;
}

const ask = (...hosts: string[]) => $hostQuestions.set(hosts.map((host) => ({ id: host.length, host, waiting: 1 })));
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('nothing is there while nothing is asked', () => {
  show();
  expect(screen.queryByRole('region')).toBeNull();
});

test('a host is allowed or denied by its buttons', () => {
  const actions = show('api.weather.net');
  expect(screen.getByRole('article', { name: 'A program asks to reach https://api.weather.net' })).toBeTruthy();
  vi.advanceTimersByTime(600);
  press(/^Allow/);
  press(/^Deny$/);
  expect(actions.calls.map((call) => call.arguments)).toEqual([
    [15, 'allowed'],
    [15, 'denied'],
  ]);
});

test('the card says that it is the agent who asks', () => {
  show();
  act(() => $hostQuestions.set([{ id: 1, host: 'docs.weather.net', waiting: 1, isOfAgent: true }]));
  const card = screen.getByRole('article', { name: 'The agent asks to reach https://docs.weather.net' });
  expect(card.textContent).toContain('It wants to read a page there');
});

test('a click that was meant for what was there before allows nothing, on any card', () => {
  const actions = show('api.weather.net', 'b.weather.net');
  press(/^Allow/);
  vi.advanceTimersByTime(600);
  act(() => ask('b.weather.net'));
  press(/^Allow/);
  expect(actions.calls).toEqual([]);
  vi.advanceTimersByTime(600);
  press(/^Allow/);
  expect(actions.calls.map((call) => call.arguments)).toEqual([[13, 'allowed']]);
});

test('several are asked one by one, and may be ended together', () => {
  const actions = show('a.weather.net', 'bb.weather.net', 'ccc.weather.net');
  expect(screen.getByText('1 of 3')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  vi.advanceTimersByTime(600);
  press(/^Deny all 3/);
  expect(actions.calls.map((call) => call.name)).toEqual(['denyAllHosts']);
});

test('what should be known of a host is said', () => {
  show('http://93.184.215.14');
  expect(screen.getByText('http://93.184.215.14')).toBeTruthy();
  expect(screen.getByText(/an address and not a name/)).toBeTruthy();
  expect(screen.getByText(/not encrypted/)).toBeTruthy();
});
