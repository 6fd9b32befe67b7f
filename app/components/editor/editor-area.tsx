import './editor-area.css';
import '../ui/find/find-panel.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { type CodeEditor, createCodeEditor } from '../../lib/editor/create-code-editor.ts';
import { typeAssistance } from '../../lib/editor/types/type-assistance.ts';
import type { TypePort } from '../../lib/editor/types/type-port.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import {
  $activeTab,
  $caretPlace,
  $filePlace,
  $glance,
  $isFindAsked,
  $isFormatAsked,
  $openFiles,
  type OpenFile,
} from '../../lib/stores/files.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { $caretRequest, $typesVersion } from '../../lib/stores/types.ts';
import { $filePositions } from '../../lib/stores/window.ts';
import { $isProjectFindShown } from '../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { useActions } from '../page/workbench-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { EarlyField } from '../ui/loading/early-field.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { editorPanelId } from './editor-panel-id.ts';
import { EditorTabs } from './editor-tabs.tsx';
import { WritingBanner } from './writing-banner.tsx';

const ProjectFind = lazyPart(() => import('./project-find/project-find.tsx').then((module) => ({ default: module.ProjectFind })));

const ConflictBar = lazyPart(() => import('./conflict/conflict-bar.tsx').then((module) => ({ default: module.ConflictBar })));
const BytesView = lazyPart(() => import('./bytes/bytes-view.tsx').then((module) => ({ default: module.BytesView })));
const SvgPicture = lazyPart(() => import('./bytes/svg-picture.tsx').then((module) => ({ default: module.SvgPicture })));

/** The project's open files in tabs; a change that waits for the user is shown instead of its file. */
export function EditorArea({ proposal }: { proposal: ReactNode | null }) {
  const files = useStore($openFiles);
  const active = useStore($activeTab);
  const file = active === null ? undefined : files.get(active);
  const isFindShown = useStore($isProjectFindShown);
  const isCovered = useMediaQuery(NARROW_QUERY) && isFindShown;
  const isSvg = file !== undefined && !file.isBinary && !file.isBeingWritten && proposal === null && /\.svg$/i.test(file.path);
  return (
    <div className="flex flex-col h-full min-h-0">
      <EditorTabs />
      {file && proposal !== null && !isCovered ? (
        <Panel path={file.path}>{proposal}</Panel>
      ) : (
        <>
          {file?.isBeingWritten && <WritingBanner file={file} />}
          {!isCovered && file?.conflict && (
            <Suspense>
              <ConflictBar key={file.path} file={file} />
            </Suspense>
          )}
          {!isCovered && file?.isBinary && (
            <Panel path={file.path}>
              <Suspense>
                <BytesView key={file.path} file={file} />
              </Suspense>
            </Panel>
          )}
        </>
      )}
      {!isCovered && !file && <EmptyState icon="i-lucide-file-code" text={t('No file is open. Choose one in the tree.')} />}
      <CodeView isCovered={isCovered} file={file && !file.isBinary && proposal === null ? file : undefined} />
      {isSvg && !isCovered && (
        <Suspense>
          <SvgPicture key={file.path} path={file.path} text={file.text} />
        </Suspense>
      )}
      {isFindShown && (
        <Suspense fallback={<EarlyField onClose={() => $isProjectFindShown.set(false)} />}>
          <ProjectFind />
        </Suspense>
      )}
    </div>
  );
}

function Panel({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={editorPanelId(path)} aria-labelledby={`${editorPanelId(path)}-tab`} className="flex flex-col flex-1 min-h-0">
      {children}
    </div>
  );
}

/** CodeMirror's container. It stays mounted while nothing is shown, so that every file keeps its undo history. */
function CodeView({ file, isCovered }: { file: OpenFile | undefined; isCovered: boolean }) {
  const actions = useActions('files');
  const types = useActions('types');
  const isFollowing = useStore($isFollowing);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);

  useEffect(() => {
    if (!host.current) return undefined;
    const created = createCodeEditor(host.current, {
      onChange: actions.editFile,
      onMove(path, position, caret) {
        $filePositions.set(new Map($filePositions.get()).set(path, position));
        $caretPlace.set({ path, ...caret });
      },
      positionOf: (path) => $filePositions.get().get(path) ?? null,
      extensionsFor: (path) => typeAssistance(path, typePort(types, actions)),
    });
    editor.current = created;
    const forget = (path: string) => {
      created.forget(path);
      const positions = new Map($filePositions.get());
      if (positions.delete(path)) $filePositions.set(positions);
    };
    const stop = $openFiles.listen((open, before) => {
      for (const path of before?.keys() ?? []) if (!open.has(path)) forget(path);
    });
    return () => {
      stop();
      created.destroy();
      editor.current = null;
    };
  }, [actions, types]);

  useEffect(() => {
    if (!file) return;
    const isStreaming = $chat.get().liveParts.length > 0;
    editor.current?.show({
      path: file.path,
      text: file.text,
      isReadOnly: file.isBeingWritten || isFollowing || file.isReadOnly === true,
      isGrowing: file.isBeingWritten && isStreaming,
    });
  }, [file, isFollowing]);

  const place = useStore($filePlace);
  useEffect(() => {
    if (place === null || place.path !== file?.path || editor.current === null) return;
    $filePlace.set(null);
    editor.current.goTo(place);
  }, [place, file]);

  const isFindAsked = useStore($isFindAsked);
  useEffect(() => {
    if (!isFindAsked || file === undefined || editor.current === null) return;
    $isFindAsked.set(false);
    editor.current.find();
  }, [isFindAsked, file]);

  useCaretRequest(editor, file);
  useGlance(editor, file);
  const isFormatAsked = useStore($isFormatAsked);
  useEffect(() => {
    if (!isFormatAsked) return;
    $isFormatAsked.set(false);
    if (file === undefined || file.isBeingWritten || isFollowing) return;
    const { path, text } = file;
    const isSame = () => $activeTab.get() === path && $openFiles.get().get(path)?.text === text;
    // Text that was typed meanwhile is not overwritten.
    void actions.formatText(path, text, (edits) => isSame() && editor.current?.applyEdits(edits));
  }, [isFormatAsked, file, isFollowing, actions]);

  const panel = file ? { role: 'tabpanel', id: editorPanelId(file.path), 'aria-labelledby': `${editorPanelId(file.path)}-tab` } : {};
  return <div ref={host} className="editor-host" data-keys-of="editor" hidden={!file || isCovered} {...panel} />;
}

function typePort({ askTypes }: WorkbenchActions['types'], { openFile, showText }: WorkbenchActions['files']): TypePort {
  return {
    ask: askTypes,
    open({ path, text, line, column, length }) {
      const place = { line, column, length };
      if (text === null) void openFile(path, place);
      else showText(path, text, place);
    },
    onChange: (listener) => $typesVersion.listen(listener),
  };
}

/** Shows the places that the list of symbols highlights, and the chosen one. */
function useGlance(editor: RefObject<CodeEditor | null>, file: OpenFile | undefined): void {
  const glance = useStore($glance);
  useEffect(() => {
    if (glance === null) return;
    $glance.set(null);
    if (file !== undefined) editor.current?.glance(glance);
  }, [glance, file, editor]);
}

/** Performs the palette's request at the caret. */
function useCaretRequest(editor: RefObject<CodeEditor | null>, file: OpenFile | undefined): void {
  const request = useStore($caretRequest);
  useEffect(() => {
    if (request === null || file === undefined || editor.current === null) return;
    $caretRequest.set(null);
    editor.current.atCaret(request);
  }, [request, file, editor]);
}
