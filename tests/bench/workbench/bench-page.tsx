import { createRoot } from 'react-dom/client';
import { EditorArea } from '../../../app/components/editor/editor-area.tsx';
import { FileTree } from '../../../app/components/files/file-tree.tsx';
import { ReadyWorkbench } from '../../../app/components/page/workbench-context.tsx';
import { fakeActions } from '../../../app/components/testing/fake-actions.ts';
import { $activeTab, $files, $openFiles, $tabs, type FileEntry } from '../../../app/lib/stores/files.ts';

/** The app's tree and editor on a separate page, with in-memory files. */
export interface WorkbenchBench {
  /** Measures until the rows of `count` files are painted, and the longest frame while a user scrolls through all of them. */
  tree(count: number, isFlat: boolean): Promise<{ paintMs: number; scrollFrameMs: number; toggleMs: number }>;
  /** Measures until a text is painted, the longest frame of the second after it, and the time for a typed character (median). */
  editor(path: string, text: string): Promise<{ paintMs: number; laterFrameMs: number; typeMs: number }>;
}

declare global {
  var workbenchBench: WorkbenchBench | undefined;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Waits two frames, after which a change is on the screen. */
const painted = async () => {
  await frame();
  await frame();
};
const since = (start: number) => Math.round(performance.now() - start);

async function longestFrame(frames: number, work: (index: number) => void = () => undefined): Promise<number> {
  let longest = 0;
  let before = await frame();
  for (let index = 0; index < frames; index++) {
    work(index);
    const now = await frame();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return Math.round(longest);
}

function filesOf(count: number, isFlat: boolean): Map<string, FileEntry> {
  const files = new Map<string, FileEntry>([['src', { kind: 'directory', change: 'none' }]]);
  for (let number = 0; number < count; number++) {
    // Unordered, like a project's record of files.
    const name = (number * 7_919) % count;
    const folder = isFlat ? 'src' : `src/part${name % 500}`;
    if (!files.has(folder)) files.set(folder, { kind: 'directory', change: 'none' });
    files.set(`${folder}/component${name}.tsx`, { kind: 'file', change: name % 50 === 0 ? 'modified' : 'none' });
  }
  return files;
}

function patch(path: string, text: string): void {
  const file = $openFiles.get().get(path);
  if (file) $openFiles.set(new Map($openFiles.get()).set(path, { ...file, text }));
}

globalThis.workbenchBench = {
  async tree(count, isFlat) {
    const host = document.createElement('div');
    host.style.cssText = 'width:240px;height:800px';
    document.body.replaceChildren(host);
    const root = createRoot(host);
    $files.set(new Map());
    root.render(
      <ReadyWorkbench actions={fakeActions()}>
        <FileTree />
      </ReadyWorkbench>,
    );
    await painted();
    const files = filesOf(count, isFlat);
    const start = performance.now();
    $files.set(files);
    await painted();
    const paintMs = since(start);
    const opened = performance.now();
    host.querySelector<HTMLElement>('[data-path="src"]')?.click();
    await painted();
    const toggleMs = since(opened);
    const tree = host.querySelector('[role=tree]');
    const scrollFrameMs = await longestFrame(60, (index) => {
      if (tree) tree.scrollTop = (tree.scrollHeight / 60) * index;
    });
    root.unmount();
    return { paintMs, toggleMs, scrollFrameMs };
  },
  async editor(path, text) {
    const host = document.createElement('div');
    host.style.cssText = 'width:1000px;height:800px';
    document.body.replaceChildren(host);
    const root = createRoot(host);
    $openFiles.set(new Map());
    $tabs.set([]);
    $activeTab.set(null);
    root.render(
      <ReadyWorkbench actions={fakeActions({ editFile: patch })}>
        <EditorArea proposal={null} />
      </ReadyWorkbench>,
    );
    await painted();
    const start = performance.now();
    $openFiles.set(new Map([[path, { path, savedText: text, text, isBeingWritten: false, isBinary: false }]]));
    $tabs.set([path]);
    $activeTab.set(path);
    await painted();
    const paintMs = since(start);
    const laterFrameMs = await longestFrame(60);
    host.querySelector<HTMLElement>('.cm-content')?.focus();
    const typed: number[] = [];
    for (let index = 0; index < 9; index++) {
      const before = performance.now();
      document.execCommand('insertText', false, 'x');
      await painted();
      typed.push(performance.now() - before);
    }
    root.unmount();
    return { paintMs, laterFrameMs, typeMs: Math.round(typed.sort((a, b) => a - b)[4] ?? Number.NaN) };
  },
};
