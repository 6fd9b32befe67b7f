import type { LivePart } from '../agent/contract/conversation-state.ts';
import type { LiveFile } from '../agent/contract/tool-definition.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { resolveLinks } from '../runtime/resolve-links.ts';
import { readProjectPath, toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FileEvent, Workspace, WorkspacePath } from '../runtime/types.ts';
import {
  $activeTab,
  $filePlace,
  $files,
  $openFiles,
  $recentFiles,
  $revealedPath,
  $tabs,
  type FilePlace,
  type OpenFile,
} from '../stores/files.ts';
import { $projectFind, INITIAL_PROJECT_FIND } from '../stores/project-find.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import { mergeTexts } from './merge-texts.ts';

/** The user's actions on project files in the tree and the editor. */
export interface EditorActions {
  /** Opens the file at `place`; without one, where the user last was in it, or at its beginning. */
  openFile(path: string, place?: FilePlace): Promise<void>;
  /** Shows a read-only text that is not a file of the project. */
  showText(path: string, text: string, place: FilePlace): void;
  closeFile(path: string): void;
  /** Takes text typed in the editor; it is not saved yet. */
  editFile(path: string, text: string): void;
  saveFile(path: string): Promise<void>;
  /**
   * Resolves a conflict after a file was changed elsewhere while the user typed. The text that is kept is shown in the editor; if
   * it differs from the saved file it is still unsaved.
   */
  settleConflict(path: string, keep: 'mine' | 'theirs' | 'both'): Promise<void>;
  /** Returns true if it was created. */
  createFile(path: string): Promise<boolean>;
  /** Takes code from the conversation. A missing file is created with it; for an existing file it becomes unsaved text in the editor. */
  applyCode(path: string, code: string): Promise<void>;
  /** Returns true if it was created. */
  createFolder(path: string): Promise<boolean>;
  /** Returns true if it was renamed. */
  renamePath(from: string, to: string): Promise<boolean>;
}

export interface EditorService extends EditorActions {
  deletePath(path: string): Promise<boolean>;
  onFileEvent(event: FileEvent): void;
  /** Shows files while the agent writes them. */
  showLive(parts: readonly LivePart[], toolCalls: ReadonlyMap<string, ToolCall>): void;
  closeAll(): void;
  /** Reopens files as they were left. A file that no longer exists is reopened only if it had unsaved text. */
  restoreFiles(left: LeftFiles): Promise<void>;
}

interface LeftFiles {
  files: readonly string[];
  activeFile: string | null;
  /** Unsaved text by path; `base` is the saved text it was typed over, if known. */
  unsaved: ReadonlyMap<string, { text: string; base?: string }>;
}

/** Reads from incomplete call arguments which file the call would write; null if none. */
export type LiveFileOf = (toolName: string, fields: Readonly<Record<string, string>>) => LiveFile | null;

/** How many are remembered. */
const RECENT_FILES = 50;
const ENDED = new Set<ToolCall['status']>(['success', 'error', 'cancelled']);

function put(path: string, file: OpenFile): void {
  $openFiles.set(new Map($openFiles.get()).set(path, file));
}

/** The open files and their tabs. */
function createOpenFiles(workspace: Workspace) {
  $activeTab.listen(noteRecent);
  const patch = (path: string, change: Partial<OpenFile>) => {
    const file = $openFiles.get().get(path);
    if (file) put(path, { ...file, ...change });
  };
  const addTab = (path: string) => {
    if (!$tabs.get().includes(path)) $tabs.set([...$tabs.get(), path]);
    $activeTab.set(path);
  };
  const close = (path: string) => {
    const tabs = $tabs.get();
    const rest = tabs.filter((tab) => tab !== path);
    $tabs.set(rest);
    if ($activeTab.get() === path) $activeTab.set(rest[Math.min(tabs.indexOf(path), rest.length - 1)] ?? null);
    const others = new Map($openFiles.get());
    others.delete(path);
    $openFiles.set(others);
  };
  const read = async (path: string, known?: Uint8Array): Promise<OpenFile> => {
    const content = known ?? (await workspace.readFile(path as WorkspacePath));
    const text = textOf(content);
    if (text === null) return { path, savedText: '', text: '', isBeingWritten: false, isBinary: true, bytes: content };
    const saved = { path, savedText: text, text, isBeingWritten: false, isBinary: false };
    // A file saved through a link that leads out of the project would be in no history.
    const isElsewhere = path.split('/').includes('node_modules') || $files.get().get(path)?.linkTo !== undefined;
    return isElsewhere ? { ...saved, isReadOnly: true } : saved;
  };
  /** Text by path that is being written to the runtime and will come back as a change event. */
  const saving = new Map<string, string>();
  const refresh = async (path: string, content?: Uint8Array) => {
    const known = $openFiles.get().get(path);
    if (!known || known.isBeingWritten) return;
    const fresh = await read(path, content).catch(() => null);
    const file = $openFiles.get().get(path);
    if (!fresh || !file || file.isBeingWritten) return;
    put(path, refreshed(file, fresh, saving.get(path)));
  };
  const clear = () => {
    $openFiles.set(new Map());
    $tabs.set([]);
    $activeTab.set(null);
    $filePlace.set(null);
    $recentFiles.set([]);
    $projectFind.set(INITIAL_PROJECT_FIND);
  };
  return { patch, addTab, close, read, refresh, clear, saving };
}

/** Keeps unsaved text. If the saved text was changed by someone else, the file is in conflict. */
function refreshed(file: OpenFile, fresh: OpenFile, saving: string | undefined): OpenFile {
  if (file.text === file.savedText || file.text === fresh.text || file.isBinary || fresh.isBinary) return fresh;
  const { savedText } = fresh;
  const isOwn = savedText === file.savedText || savedText === saving;
  const conflict = file.conflict ?? (isOwn ? undefined : { base: file.savedText });
  return { ...file, savedText, ...(conflict === undefined ? {} : { conflict }) };
}

/** The text that remains after a conflict is resolved. */
function settledText(file: OpenFile, keep: 'mine' | 'theirs' | 'both'): string {
  if (keep !== 'both') return keep === 'mine' ? file.text : file.savedText;
  const merged = mergeTexts({ base: file.conflict?.base ?? '', mine: file.text, theirs: file.savedText });
  if (merged === null) throw new Error(t('both change the same lines; compare them and keep one'));
  return merged;
}

/** Shows files in the editor while the model writes them, before anything is written to the project. */
function createLiveWriting({ read, close, addTab }: ReturnType<typeof createOpenFiles>, liveFileOf: LiveFileOf) {
  /** Tool call → path of the file that it is writing. */
  const beingWritten = new Map<string, string>();
  const endWriting = async (toolCallId: string) => {
    const path = beingWritten.get(toolCallId);
    if (path === undefined) return;
    beingWritten.delete(toolCallId);
    const fresh = await read(path).catch(() => null);
    if (fresh) put(path, fresh);
    else close(path);
  };
  const showWriting = (toolCallId: string, file: LiveFile) => {
    const path = pathOf(file.path);
    const { content } = file;
    if (path === null) return;
    const known = $openFiles.get().get(path);
    if (known && known.text !== known.savedText && !known.isBeingWritten) return;
    if (known?.isBeingWritten && known.text === content) return;
    if (!beingWritten.has(toolCallId)) {
      beingWritten.set(toolCallId, path);
      addTab(path);
      $workbenchTab.set('code');
    }
    put(path, { path, savedText: known?.savedText ?? '', text: content, isBeingWritten: true, isBinary: false });
  };
  return {
    show(parts: readonly LivePart[], toolCalls: ReadonlyMap<string, ToolCall>) {
      const live = new Set<string>();
      for (const part of parts) {
        const file = part.type === 'tool-input' ? liveFileOf(part.toolName, part.fields) : null;
        if (part.type !== 'tool-input' || file === null) continue;
        live.add(part.toolCallId);
        showWriting(part.toolCallId, file);
      }
      for (const toolCallId of [...beingWritten.keys()]) {
        const call = toolCalls.get(toolCallId);
        const isOver = call ? ENDED.has(call.status) : !live.has(toolCallId);
        if (isOver) void endWriting(toolCallId);
      }
    },
    clear: () => beingWritten.clear(),
  };
}

/** The path that is actually opened: symbolic links are followed as long as they stay inside the project. */
function behindLinks(path: string): { target: string; isFolder: boolean } {
  const files = $files.get();
  const behind = resolveLinks(path, (at) => files.get(at)?.linkTo ?? null);
  const entry = behind === null ? undefined : files.get(behind);
  // A file that the tree does not show, such as one of an installed package, is read through the link.
  if (behind === null || entry === undefined) return { target: path, isFolder: false };
  return { target: behind, isFolder: behind !== path && entry.kind === 'directory' };
}

async function readToOpen(path: string, files: ReturnType<typeof createOpenFiles>): Promise<OpenFile> {
  const linkTo = $files.get().get(path)?.linkTo;
  return files.read(path).catch((error: unknown) => {
    throw linkTo === undefined ? error : new Error(t('it is a symbolic link to {target}, which is no file', { target: linkTo }));
  });
}

function showText(path: string, text: string, place: FilePlace, files: ReturnType<typeof createOpenFiles>): void {
  put(path, { path, savedText: text, text, isBeingWritten: false, isBinary: false, isReadOnly: true });
  files.addTab(path);
  $workbenchTab.set('code');
  $filePlace.set({ path, ...place });
}

/** Puts code into the editor; creates the file if it does not exist. */
async function showCode(
  path: WorkspacePath,
  code: string,
  { workspace, files, notices }: { workspace: Workspace; files: ReturnType<typeof createOpenFiles>; notices: NoticeService },
): Promise<void> {
  const kind = await workspace.kindOf(path);
  if (kind === 'directory') throw new Error(t('it is a folder'));
  if (kind === null) await workspace.writeFile(path, new TextEncoder().encode(code));
  const file = await files.read(path);
  if (file.isBinary) throw new Error(t('it is no text'));
  put(path, { ...file, text: code });
  files.addTab(path);
  $workbenchTab.set('code');
  $narrowPane.set('code');
  if (kind === null) return;
  notices.info(t('The code is in {path}, not saved yet: look at it, then save, or close the tab to leave the file as it is.', { path }));
}

async function restoreFiles({ files: paths, activeFile, unsaved }: LeftFiles, files: ReturnType<typeof createOpenFiles>): Promise<void> {
  const read = await Promise.all(paths.map(async (path) => ({ path, file: await files.read(path).catch(() => null) })));
  for (const { path, file } of read) {
    const typed = unsaved.get(path);
    // The user has opened it in the meantime, or it no longer exists.
    if ($openFiles.get().has(path) || (file === null && typed === undefined)) continue;
    const saved = file ?? { path, savedText: '', text: '', isBeingWritten: false, isBinary: false };
    const active = $activeTab.get();
    put(path, typed === undefined ? saved : { ...saved, text: typed.text, ...(file === null ? {} : conflictOf(saved, typed)) });
    files.addTab(path);
    if (active !== null && paths.includes(active) === false) $activeTab.set(active);
  }
  if (activeFile !== null && $openFiles.get().has(activeFile)) $activeTab.set(activeFile);
}

/** The file was changed elsewhere since the user began to type, perhaps before a reload. Saving would overwrite that change. */
function conflictOf({ savedText, isBinary }: OpenFile, { text, base }: { text: string; base?: string }): Pick<OpenFile, 'conflict'> {
  return base === undefined || isBinary || base === savedText || text === savedText ? {} : { conflict: { base } };
}

async function save(
  path: WorkspacePath,
  text: string,
  { workspace, files }: { workspace: Workspace; files: ReturnType<typeof createOpenFiles> },
): Promise<void> {
  files.saving.set(path, text);
  try {
    await workspace.writeFile(path, new TextEncoder().encode(text));
    files.patch(path, { savedText: text });
  } finally {
    files.saving.delete(path);
  }
}

async function rename(source: WorkspacePath, to: string, workspace: Workspace): Promise<void> {
  const reading = readProjectPath(to);
  if (!reading.ok) throw new Error(reading.why);
  const { path: target } = reading;
  if (target === '') throw new Error(t('{path} is the project itself', { path: to }));
  if (target === source) return;
  if (target.startsWith(`${source}/`)) throw new Error(t('it cannot be moved into itself'));
  if ((await workspace.kindOf(target)) !== null) throw new Error(t('{path} exists already', { path: to }));
  await workspace.rename(source, target);
  moveTabs(source, target);
}

/** Open tabs of a renamed file, or of files in a renamed folder, stay open under the new name with their unsaved text. */
function moveTabs(from: string, to: string): void {
  const moved = (path: string) => (path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
  const active = $activeTab.get();
  $openFiles.set(new Map([...$openFiles.get()].map(([path, file]) => [moved(path), { ...file, path: moved(path) }])));
  $tabs.set($tabs.get().map(moved));
  if (active !== null) $activeTab.set(moved(active));
}

function noteRecent(path: string | null): void {
  if (path !== null) $recentFiles.set([path, ...$recentFiles.get().filter((recent) => recent !== path)].slice(0, RECENT_FILES));
}

export function createEditorService(workspace: Workspace, notices: NoticeService, liveFileOf: LiveFileOf): EditorService {
  const files = createOpenFiles(workspace);
  const live = createLiveWriting(files, liveFileOf);
  const change = (what: string, path: string, work: (path: WorkspacePath) => Promise<void>) =>
    notices.guard(what, async (): Promise<true> => {
      // A path that the tree shows exists, whatever characters its name has.
      const reading = $files.get().has(path) ? { ok: true as const, path: toWorkspacePath(path) } : readProjectPath(path);
      if (!reading.ok) throw new Error(reading.why);
      if (reading.path === null || reading.path === '') throw new Error(t('that path is not inside the project'));
      await work(reading.path);
      return true;
    });

  return {
    async openFile(path, place) {
      const { target, isFolder } = behindLinks(path);
      if (isFolder) return $revealedPath.set(target);
      if (!$openFiles.get().get(target)) {
        const file = await notices.guard(t('{path} could not be opened', { path }), () => readToOpen(target, files));
        if (!file) return;
        put(target, file);
      }
      files.addTab(target);
      $workbenchTab.set('code');
      if (place !== undefined) $filePlace.set({ path: target, ...place });
    },
    showText: (path, text, place) => showText(path, text, place, files),
    closeFile: files.close,
    editFile: (path, text) => files.patch(path, { text }),
    async saveFile(path) {
      const file = $openFiles.get().get(path);
      if (!file || file.isBeingWritten || file.isBinary || file.isReadOnly) return;
      const { text } = file;
      await change(t('{path} was not saved', { path }), path, async (checked) => {
        if (file.conflict !== undefined)
          throw new Error(t('it has changed since you began to type; choose above its text which version stays'));
        await save(checked, text, { workspace, files });
      });
    },
    async settleConflict(path, keep) {
      const file = $openFiles.get().get(path);
      if (file?.conflict === undefined) return;
      await change(t('{path} was not changed', { path }), path, async () => {
        const { conflict: _settled, ...rest } = file;
        put(path, { ...rest, text: settledText(file, keep) });
      });
    },
    async createFile(path) {
      const isMade = await change(t('{path} was not made', { path }), path, async (checked) => {
        if ((await workspace.kindOf(checked)) !== null) throw new Error(t('that name is already taken'));
        await workspace.writeFile(checked, new Uint8Array());
        put(checked, await files.read(checked));
        files.addTab(checked);
      });
      return isMade === true;
    },
    async applyCode(path, code) {
      await change(t('{path} was not written', { path }), path, (checked) => showCode(checked, code, { workspace, files, notices }));
    },
    async createFolder(path) {
      return (await change(t('{path} was not made', { path }), path, (checked) => workspace.makeDirectory(checked))) === true;
    },
    async renamePath(from, to) {
      return (await change(t('{path} was not renamed', { path: from }), from, (source) => rename(source, to, workspace))) === true;
    },
    async deletePath(path) {
      return (await change(t('{path} was not deleted', { path }), path, (checked) => workspace.remove(checked))) === true;
    },
    onFileEvent(event) {
      const { path } = event;
      if (event.type === 'changed') void files.refresh(path, event.content);
      if (event.type === 'removed') closeGone(path, files);
    },
    restoreFiles: (left) => restoreFiles(left, files),
    showLive: live.show,
    closeAll() {
      live.clear();
      files.clear();
    },
  };
}

function closeGone(path: string, files: ReturnType<typeof createOpenFiles>): void {
  for (const [open, file] of $openFiles.get()) {
    const isGone = open === path || open.startsWith(`${path}/`);
    // A file with unsaved text stays open after it is deleted: saving creates it again.
    if (isGone && !file.isBeingWritten && file.text === file.savedText) files.close(open);
  }
}

function pathOf(path: string): string | null {
  const checked = toWorkspacePath(path);
  return checked === '' ? null : checked;
}

/** The text, or null when the bytes are not UTF-8 text. */
function textOf(content: Uint8Array): string | null {
  if (content.subarray(0, 8_000).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
