import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { type ChangeSpec, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language-of.ts';
import { textChange } from './text-change.ts';

export interface CodeEditorEvents {
  /** The user typed. */
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
  /** What a growing file was when it was last shown: the view holds exactly that. */
  let grown: { path: string; text: string } | null = null;
  const view = new EditorView({ parent, state: EditorState.create({ extensions: [editorTheme, readOnlyOf(true)] }) });
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
      kept = { state: createState(file, { language, readOnly }, events), scrollTop: 0 };
      states.set(file.path, kept);
      void loadLanguage(file.path);
    }
    view.setState(kept.state);
    view.scrollDOM.scrollTop = kept.scrollTop;
  };

  return {
    show(file) {
      if (shown !== file.path) switchTo(file);
      const isLocked = view.state.readOnly;
      const change =
        (isLocked && grownBy(grown, file, view.state.doc.length)) || textChange(view.state.doc.toString(), toOneLineBreak(file.text));
      grown = file.isGrowing ? { path: file.path, text: file.text } : null;
      if (change) {
        const changes = view.state.changes(change);
        // In one transaction: each one lays out the page.
        const effects = file.isGrowing ? [EditorView.scrollIntoView(changes.newLength)] : [];
        view.dispatch({ changes, effects, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
      }
      if (isLocked !== file.isReadOnly) view.dispatch({ effects: readOnly.reconfigure(readOnlyOf(file.isReadOnly)) });
    },
    forget(path) {
      states.delete(path);
      if (shown === path) shown = null;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function readOnlyOf(isReadOnly: boolean): Extension {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}

function createState(
  { path, text, isReadOnly }: ShownFile,
  compartments: { language: Compartment; readOnly: Compartment },
  events: CodeEditorEvents,
) {
  const save = () => {
    events.onSave(path);
    return true;
  };
  // CodeMirror's text knows one line break only; a file keeps its own.
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return EditorState.create({
    doc: text,
    extensions: [
      editing(),
      editorTheme,
      compartments.language.of([]),
      compartments.readOnly.of(readOnlyOf(isReadOnly)),
      // A stop for the keyboard also while nothing can be typed.
      EditorView.contentAttributes.of({ 'aria-label': path, 'data-path': path, tabindex: '0' }),
      keymap.of([{ key: 'Mod-s', run: save }]),
      EditorView.updateListener.of((update) => {
        const byUser = update.transactions.some(
          (transaction) => transaction.docChanged && transaction.annotation(Transaction.remote) !== true,
        );
        if (byUser) events.onChange(path, update.state.doc.toString().replaceAll('\n', lineBreak));
      }),
    ],
  });
}

function toOneLineBreak(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The insertion at the end by which a file that nobody can type in has grown; null when that is not all that has happened. */
function grownBy(before: { path: string; text: string } | null, now: ShownFile, end: number): ChangeSpec | null {
  if (before === null || before.path !== now.path || now.text.length <= before.text.length || !now.text.startsWith(before.text))
    return null;
  return { from: end, insert: toOneLineBreak(now.text.slice(before.text.length)) };
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
