// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $activePort, $previewConsole, $previews } from '../../lib/stores/previews.ts';
import { ReadyWorkbench } from '../shell/workbench/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { PreviewArea } from './preview-area.tsx';

afterEach(() => {
  cleanup();
  $previews.set([]);
  $activePort.set(null);
  $previewConsole.set([]);
});

function show(ports: readonly number[]) {
  const actions = fakeActions({ send: async () => undefined });
  // `about:` keeps the test's frames from loading anything.
  $previews.set(ports.map((port) => ({ port, url: `about://p${port}/` })));
  $activePort.set(ports.at(-1) ?? null);
  render(
    <ReadyWorkbench actions={actions}>
      <PreviewArea />
    </ReadyWorkbench>,
  );
  return actions;
}

const frame = () => screen.getByTitle('Preview');

test('without a server it says when a page will appear', () => {
  show([]);
  expect(screen.getByText(/No server is running/)).toBeTruthy();
});

test('another port is another page', () => {
  show([3000, 5173]);
  expect(frame().getAttribute('src')).toBe('about://p5173/');
  fireEvent.change(screen.getByRole('combobox', { name: 'Port' }), { target: { value: '3000' } });
  expect($activePort.get()).toBe(3000);
  expect(frame().getAttribute('src')).toBe('about://p3000/');
});

test('what is typed as the address stays on the port’s own origin', () => {
  show([3000]);
  const address = screen.getByRole('textbox', { name: 'Preview address' });
  fireEvent.change(address, { target: { value: 'http://elsewhere.example/todos?filter=all' } });
  fireEvent.submit(address);
  expect(frame().getAttribute('src')).toBe('about://p3000/todos?filter=all');
});

test('a device is chosen in a radiogroup and sets the width', () => {
  show([3000]);
  const devices = within(screen.getByRole('radiogroup', { name: 'Device' }));
  fireEvent.click(devices.getByRole('radio', { name: 'Phone' }));
  expect(frame().style.width).toBe('390px');
});

test('an error of the page goes to the agent with its port', () => {
  const actions = show([3000]);
  $previewConsole.set([{ id: 1, port: 3000, level: 'error', message: 'it broke', at: 0 }]);
  cleanup();
  render(
    <ReadyWorkbench actions={actions}>
      <PreviewArea />
    </ReadyWorkbench>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Preview console' }));
  const log = within(screen.getByRole('log', { name: 'Preview console' }));
  fireEvent.click(log.getByRole('button', { name: 'Send to agent' }));
  expect(actions.calls[0]).toMatchObject({ name: 'send', arguments: [expect.stringMatching(/port 3000[\s\S]*it broke/)] });
});
