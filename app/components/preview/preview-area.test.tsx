// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $isServerAway } from '../../lib/stores/offline/server.ts';
import { $activePort, $isFullScreenAsked, $pagePlaces, $previewConsole, $previews } from '../../lib/stores/previews.ts';
import { $processes } from '../../lib/stores/terminals.ts';
import { $customPreviewSize, $isPreviewTurned, $previewDevice, $previewPaths } from '../../lib/stores/window.ts';
import { $isPageWanted, openInPreview } from '../page/open-in-preview.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { PreviewArea } from './preview-area.tsx';

afterEach(() => {
  cleanup();
  $previews.set([]);
  $activePort.set(null);
  $previewConsole.set([]);
  $pagePlaces.set(new Map());
  $previewPaths.set(new Map());
  $previewDevice.set('desktop');
  $isPreviewTurned.set(false);
  $customPreviewSize.set(null);
  $processes.set([]);
  $isServerAway.set(false);
});

function show(ports: readonly number[]) {
  const actions = fakeActions({ sendReport: async () => undefined });
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

test('a page that has gone elsewhere since is opened again where a link of a terminal leads', () => {
  show([3000]);
  const loaded: string[] = [];
  Object.defineProperty(frame(), 'src', { set: (address: string) => void loaded.push(address) });
  act(() => openInPreview(3000, '/'));
  expect(loaded).toEqual(['about://p3000/']);
  expect($isPageWanted.get()).toBe(false);
});

test('another port is another page', () => {
  show([3000, 5173]);
  expect(frame().getAttribute('src')).toBe('about://p5173/');
  fireEvent.change(screen.getByRole('combobox', { name: 'Port' }), { target: { value: '3000' } });
  expect($activePort.get()).toBe(3000);
  expect(frame().getAttribute('src')).toBe('about://p3000/');
});

function type(text: string) {
  const address = screen.getByRole('textbox', { name: 'Preview address' });
  fireEvent.change(address, { target: { value: text } });
  fireEvent.submit(address);
}

test('a path that is typed is loaded in the same frame, which can go back from it', () => {
  show([3000]);
  const before = frame();
  type('/todos?filter=all');
  expect(frame()).toBe(before);
  expect(frame().getAttribute('src')).toBe('about://p3000/todos?filter=all');
});

test('an address of another server of the project shows that server, and of none says so', () => {
  show([3000, 5173]);
  type('localhost:3000/a');
  expect(frame().getAttribute('src')).toBe('about://p3000/a');
  type('localhost:9999/a');
  expect(screen.getByRole('alert').textContent).toContain('port 9999');
  expect(frame().getAttribute('src')).toBe('about://p3000/a');
});

test('an address elsewhere is not loaded: the area says so and offers a tab of its own', () => {
  show([3000]);
  type('https://elsewhere.example/todos');
  expect(frame().getAttribute('src')).toBe('about://p3000/');
  const note = within(screen.getByRole('alert'));
  expect(note.getByText(/elsewhere\.example is not shown here/)).toBeTruthy();
  expect(note.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe('https://elsewhere.example/todos');
  fireEvent.click(note.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page that leads to another site is missed with a word, and comes back', () => {
  show([3000]);
  act(() => $pagePlaces.set(new Map([[3000, { path: '/about', canGoBack: false, canGoForward: false }]])));
  const violation = (effectiveDirective: string, blockedURI: string) =>
    act(() => void document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI })));
  violation('script-src', 'https://elsewhere.example');
  violation('frame-src', 'data');
  expect(screen.queryByRole('alert')).toBeNull();
  violation('frame-src', 'https://elsewhere.example');
  const note = within(screen.getByRole('alert'));
  expect(note.getByText(/elsewhere\.example is not shown here/)).toBeTruthy();
  expect(note.getByRole('link', { name: 'Open elsewhere.example in a new tab' }).getAttribute('href')).toBe('https://elsewhere.example');
  fireEvent.click(note.getByRole('button', { name: 'Back to the page' }));
  expect(frame().getAttribute('src')).toBe('about://p3000/about');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the address follows the page, and back and forward can be pressed where it has somewhere to go', () => {
  show([3000]);
  const canPress = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect([canPress('Back'), canPress('Forward')]).toEqual([false, false]);
  act(() => $pagePlaces.set(new Map([[3000, { path: '/about', canGoBack: true, canGoForward: false }]])));
  expect([canPress('Back'), canPress('Forward')]).toEqual([true, false]);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Preview address' }).value).toBe('/about');
  expect(frame().getAttribute('src')).toBe('about://p3000/');
});

test('a page cannot name another host’s address by its path', () => {
  show([3000]);
  for (const path of ['//elsewhere.example/a', '/\\\\elsewhere.example/a']) {
    act(() => $pagePlaces.set(new Map([[3000, { path, canGoBack: false, canGoForward: false }]])));
    expect(screen.getByRole('link', { name: 'Open in new tab' }).getAttribute('href')).toMatch(/^about:\/\/p3000\//);
  }
});

test('a frame that is still white says what it waits for, until its page has come', () => {
  show([3000]);
  expect(screen.getByRole('status').textContent).toContain('Port 3000 is open');
  fireEvent.load(frame());
  expect(screen.queryByRole('status')).toBeNull();
});

test('before a port is open it names the command that is on its way to one', () => {
  const process = { processId: 'p1', command: 'npm run dev', directory: '', port: null, startedAt: Date.now(), waitsFor: null };
  $processes.set([process]);
  show([]);
  expect(screen.getByText(/“npm run dev” has not opened a port yet/)).toBeTruthy();
});

test('the console shows every level, and can be narrowed to errors, warnings or failed requests', () => {
  const actions = show([3000]);
  const entry = { port: 3000, at: 0 };
  act(() =>
    $previewConsole.set([
      { ...entry, id: 1, level: 'log', message: 'loaded' },
      { ...entry, id: 2, level: 'warn', message: 'old' },
      { ...entry, id: 3, level: 'error', message: 'broke' },
      { ...entry, id: 4, level: 'network', message: 'GET /api: 404 (fetch)' },
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Preview console' }));
  const log = within(screen.getByRole('log', { name: 'Preview console' }));
  const shown = () => ['loaded', 'old', 'broke', 'GET /api: 404 (fetch)'].filter((text) => log.queryByText(text) !== null);
  expect(shown()).toEqual(['loaded', 'old', 'broke', 'GET /api: 404 (fetch)']);
  fireEvent.click(screen.getByRole('radio', { name: 'Errors' }));
  expect(shown()).toEqual(['broke']);
  fireEvent.click(screen.getByRole('radio', { name: 'Warnings' }));
  expect(shown()).toEqual(['old']);
  fireEvent.click(screen.getByRole('radio', { name: 'Network' }));
  expect(shown()).toEqual(['GET /api: 404 (fetch)']);
  fireEvent.click(log.getByRole('button', { name: 'Send to agent' }));
  expect(actions.calls[0]).toMatchObject({
    arguments: [expect.stringMatching(/request of the page on port 3000 failed[\s\S]*GET \/api: 404/)],
  });
  fireEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(shown()).toHaveLength(4);
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
  expect(actions.calls[0]).toMatchObject({ name: 'sendReport', arguments: [expect.stringMatching(/port 3000[\s\S]*it broke/)] });
});

test('a device is shown at its size, turned and zoomed in the same frame, until the pane’s size is wanted again', () => {
  show([3000]);
  const before = frame();
  expect(screen.queryByRole('group', { name: 'Device size' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
  const bar = within(screen.getByRole('group', { name: 'Device size' }));
  const sides = () => bar.getAllByRole<HTMLInputElement>('spinbutton').map(({ value }) => value);
  expect(sides()).toEqual(['390', '844']);
  expect([before.style.width, before.style.height]).toEqual(['390px', '844px']);
  fireEvent.click(bar.getByRole('button', { name: 'Turn the device' }));
  expect(sides()).toEqual(['844', '390']);
  fireEvent.change(bar.getByRole('combobox', { name: 'Zoom' }), { target: { value: '0.5' } });
  expect([before.style.transform, before.parentElement?.style.width]).toEqual(['scale(0.5)', '422px']);
  fireEvent.click(bar.getByRole('button', { name: /^Back to the pane/ }));
  expect(screen.queryByRole('group', { name: 'Device size' })).toBeNull();
  expect(frame()).toBe(before);
  expect(before.style.width).toBe('');
});

test('a size that is typed is the page’s, as it is typed; one that is no size changes nothing and stays to be corrected', () => {
  show([3000]);
  fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Turn the device' }));
  const width = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Width in pixels' });
  fireEvent.change(width, { target: { value: '1200' } });
  expect(frame().style.width).toBe('844px');
  fireEvent.submit(width);
  expect([frame().style.width, frame().style.height]).toEqual(['1200px', '390px']);
  for (const impossible of ['12', '9000', '']) {
    fireEvent.change(width, { target: { value: impossible } });
    expect(width.getAttribute('aria-invalid')).toBe('true');
    fireEvent.blur(width);
    expect([frame().style.width, width.value]).toEqual(['1200px', impossible]);
  }
});

test('the whole screen is offered where the browser has it, and its button says how to leave it', async () => {
  let full: Element | null = null;
  const change = (element: Element | null) => {
    full = element;
    document.dispatchEvent(new Event('fullscreenchange'));
    return Promise.resolve();
  };
  const own = Object.getOwnPropertyDescriptors({
    fullscreenEnabled: true,
    get fullscreenElement() {
      return full;
    },
    exitFullscreen: () => change(null),
  });
  Object.defineProperties(document, Object.fromEntries(Object.entries(own).map(([name, each]) => [name, { ...each, configurable: true }])));
  Element.prototype.requestFullscreen = function request() {
    return change(this);
  };
  try {
    show([3000]);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Full screen' })));
    expect(full).toBe(frame().closest('.preview-area'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' })));
    expect(full).toBeNull();
    // As requested from the palette.
    await act(async () => $isFullScreenAsked.set(true));
    expect(full).toBe(frame().closest('.preview-area'));
    expect($isFullScreenAsked.get()).toBe(false);
  } finally {
    for (const name of Object.keys(own)) Reflect.deleteProperty(document, name);
  }
});

test('without the app’s server a page that says nothing is explained, until it speaks', () => {
  show([3000]);
  $isServerAway.set(true);
  fireEvent.load(frame());
  expect(screen.getByRole('status').textContent).toContain('Port 3000 of this project has not been open with a network before');
  act(() => $pagePlaces.set(new Map([[3000, { path: '/', canGoBack: false, canGoForward: false }]])));
  expect(screen.queryByRole('status')).toBeNull();
});
