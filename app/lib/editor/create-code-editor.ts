import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language-of.ts';
import { textChange } from './text-change.ts';

export interface CodeEditorEvents {
  /** The person typed. */
  onChange(path: string, text: string): void;
  onSave(path: string): void;
}

export interface ShownFile {
  path: string;
  text: string;
  isReadOnly: boolean;
  /** Keeps the end in view: the text is growing there. */
  isGrowing: boolean;
}

/** One view for all open files; each file keeps its own state, so that undo, caret and folds survive a change of tabs. */
export interface CodeEditor {
  show(file: ShownFile): void;
  forget(path: string): void;
  focus(): void;
  destroy(): void;
}

interface FileState {
  state: EditorState;
  scrollTop: number;
}

export function createCodeEditor(parent: HTMLElement, events: CodeEditorEvents): CodeEditor {
  const states = new Map<string, FileState>();
  const language = new Compartment();
  const readOnly = new Compartment();
  let shown: string | null = null;
  const view = new EditorView({ parent, state: EditorState.create({ extensions: [editorTheme, EditorState.readOnly.of(true)] }) });

  const readOnlyOf = (isReadOnly: boolean): Extension => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
  const save = (path: string) => () => {
    events.onSave(path);
    return true;
  };
  const createState = ({ path, text, isReadOnly }: ShownFile) =>
    EditorState.create({
      doc: text,
      extensions: [
        editing(),
        editorTheme,
        language.of([]),
        readOnly.of(readOnlyOf(isReadOnly)),
        EditorView.contentAttributes.of({ 'aria-label': path, 'data-path': path }),
        keymap.of([{ key: 'Mod-s', run: save(path) }]),
        EditorView.updateListener.of((update) => {
          const byPerson = update.transactions.some(
            (transaction) => transaction.docChanged && transaction.annotation(Transaction.remote) !== true,
          );
          if (byPerson) events.onChange(path, update.state.doc.toString());
        }),
      ],
    });
  const loadLanguage = async (path: string) => {
    const extension = await languageOf(path);
    const effects = language.reconfigure(extension);
    if (shown === path) view.dispatch({ effects });
    else {
      const kept = states.get(path);
      if (kept) kept.state = kept.state.update({ effects }).state;
    }
  };
  const keepShown = () => {
    const kept = shown === null ? undefined : states.get(shown);
    if (kept) Object.assign(kept, { state: view.state, scrollTop: view.scrollDOM.scrollTop });
  };
  const switchTo = (file: ShownFile) => {
    keepShown();
    shown = file.path;
    let kept = states.get(file.path);
    if (!kept) {
      kept = { state: createState(file), scrollTop: 0 };
      states.set(file.path, kept);
      void loadLanguage(file.path);
    }
    view.setState(kept.state);
    view.scrollDOM.scrollTop = kept.scrollTop;
  };

  return {
    show(file) {
      if (shown !== file.path) switchTo(file);
      const change = textChange(view.state.doc.toString(), file.text);
      const isLocked = view.state.readOnly;
      if (change) view.dispatch({ changes: change, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
      if (isLocked !== file.isReadOnly) view.dispatch({ effects: readOnly.reconfigure(readOnlyOf(file.isReadOnly)) });
      if (change && file.isGrowing) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.length) });
    },
    forget(path) {
      states.delete(path);
      if (shown === path) shown = null;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function editing(): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorState.tabSize.of(2),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
  ];
}
