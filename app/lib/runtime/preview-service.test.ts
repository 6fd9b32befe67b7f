import { beforeEach, expect, test } from 'vitest';
import { $activePort, $pagePlaces, $previews } from '../stores/previews.ts';
import { $previewPaths, $returningPorts } from '../stores/window.ts';
import { $workbenchTab } from '../stores/workbench.ts';
import { createPreviewService, type PreviewServiceDependencies } from './preview-service.ts';

/** The test decides when ports are shown. */
function setUp() {
  let due: (() => number) | null = null;
  const service = createPreviewService({
    problems: {} as PreviewServiceDependencies['problems'], // These tests do not use it.
    notices: {} as PreviewServiceDependencies['notices'], // As before.
    now: () => 0,
    createScheduler: () => (work) => {
      due ??= work;
    },
  });
  const show = () => {
    const work = due;
    due = null;
    work?.();
  };
  const open = (port: number) => service.onEvent({ type: 'server-ready', port, url: `about://p${port}/` });
  const close = (port: number) => service.onEvent({ type: 'port-closed', port });
  return { service, show, open, close };
}

beforeEach(() => {
  $previews.set([]);
  $activePort.set(null);
  $pagePlaces.set(new Map());
  $previewPaths.set(new Map());
  $workbenchTab.set('code');
});

test('a server that comes up opens the Preview tab; the one before it takes its place when it ends', () => {
  const { show, open, close } = setUp();
  open(3000);
  show();
  expect([$activePort.get(), $workbenchTab.get()]).toEqual([3000, 'preview']);
  open(5173);
  show();
  expect($activePort.get()).toBe(5173);
  close(5173);
  show();
  expect([$activePort.get(), $previews.get().map(({ port }) => port)]).toEqual([3000, [3000]]);
});

test('a program that opens thousands of ports changes the page once, and the newest of them are offered', () => {
  const { show, open } = setUp();
  let changes = 0;
  const unlisten = $previews.listen(() => changes++);
  for (let port = 20_000; port < 22_000; port++) open(port);
  show();
  unlisten();
  expect([changes, $previews.get().length, $activePort.get()]).toEqual([1, 64, 21_999]);
});

test('a server that is gone before it was shown opens nothing', () => {
  const { service, show, open, close } = setUp();
  open(3000);
  close(3000);
  show();
  expect([$activePort.get(), $workbenchTab.get()]).toEqual([null, 'code']);
  open(3001);
  service.onEvent({ type: 'ended', reason: 'the test' });
  show();
  expect($previews.get()).toEqual([]);
});

test('of servers that come back after a reload the one is shown that was shown before it, whichever opens last', () => {
  for (const order of [
    [3000, 5173],
    [5173, 3000],
  ]) {
    const { show, open } = setUp();
    $returningPorts.set({ shown: 3000, ports: new Set([3000, 5173]) });
    for (const port of order) {
      open(port);
      show();
    }
    expect($activePort.get()).toBe(3000);
    open(8080);
    show();
    expect($activePort.get()).toBe(8080);
    expect($returningPorts.get()).toBeNull();
  }
});

test('a page’s place is kept for as long as its port is open, and its path for when it opens again', () => {
  const { service, show, open, close } = setUp();
  const place = { path: '/todos?filter=all', canGoBack: true, canGoForward: false };
  service.onEvent({ type: 'preview-place', port: 3000, ...place });
  expect($pagePlaces.get().size).toBe(0);
  open(3000);
  service.onEvent({ type: 'preview-place', port: 3000, ...place });
  expect($pagePlaces.get().get(3000)).toEqual(place);
  close(3000);
  show();
  expect($pagePlaces.get().size).toBe(0);
  expect($previewPaths.get()).toEqual(new Map([[3000, place.path]]));
});

test('a server that starts again at once keeps its page where it is', () => {
  const { service, show, open, close } = setUp();
  open(3000);
  show();
  service.onEvent({ type: 'preview-place', port: 3000, path: '/about', canGoBack: true, canGoForward: false });
  close(3000);
  open(3000);
  show();
  expect($pagePlaces.get().get(3000)?.path).toBe('/about');
  expect($previewPaths.get().size).toBe(0);
});
