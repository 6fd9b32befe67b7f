import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language-of.ts';

export interface DiffView {
  destroy(): void;
}

/** A read-only view of what changed between two texts of a file; long unchanged stretches are folded. */
export function createDiffView(parent: HTMLElement, file: { path: string; before: string; after: string }): DiffView {
  const language = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: file.after,
      extensions: [
        lineNumbers(),
        editorTheme,
        language.of([]),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': `Changes of ${file.path}`, tabindex: '0' }),
        unifiedMergeView({ original: file.before, mergeControls: false, gutter: true, collapseUnchanged: { margin: 3, minSize: 6 } }),
      ],
    }),
  });
  void languageOf(file.path).then((extension) => view.dispatch({ effects: language.reconfigure(extension ?? []) }));
  return view;
}
