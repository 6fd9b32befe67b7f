import { lazyPart } from '../../ui/loading/lazy-part.ts';

/** The workbench's areas, each loaded when it is first shown. */
export const EditorArea = lazyPart(() => import('./proposal-editor.tsx').then((module) => ({ default: module.ProposalEditor })));
export const FileTree = lazyPart(() => import('../../files/file-tree.tsx').then((module) => ({ default: module.FileTree })));
export const TerminalArea = lazyPart(() => import('../../terminal/terminal-area.tsx').then((module) => ({ default: module.TerminalArea })));
export const PreviewArea = lazyPart(() => import('../../preview/preview-area.tsx').then((module) => ({ default: module.PreviewArea })));
export const ChangesArea = lazyPart(() => import('../../changes/changes-area.tsx').then((module) => ({ default: module.ChangesArea })));
export const ProblemsArea = lazyPart(() => import('../../problems/problems-area.tsx').then((module) => ({ default: module.ProblemsArea })));
