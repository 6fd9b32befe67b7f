import { lazy } from 'react';

/** The workbench's areas, each loaded when it is first looked at. */
export const EditorArea = lazy(() => import('../../editor/editor-area.tsx').then((module) => ({ default: module.EditorArea })));
export const FileTree = lazy(() => import('../../files/file-tree.tsx').then((module) => ({ default: module.FileTree })));
export const TerminalArea = lazy(() => import('../../terminal/terminal-area.tsx').then((module) => ({ default: module.TerminalArea })));
export const PreviewArea = lazy(() => import('../../preview/preview-area.tsx').then((module) => ({ default: module.PreviewArea })));
export const ChangesArea = lazy(() => import('../../changes/changes-area.tsx').then((module) => ({ default: module.ChangesArea })));
export const ProblemsArea = lazy(() => import('../../problems/problems-area.tsx').then((module) => ({ default: module.ProblemsArea })));
