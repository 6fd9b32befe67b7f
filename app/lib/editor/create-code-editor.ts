import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, type LanguageSupport } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { type ChangeSpec, Compartment, EditorState, type Extension, type StateEffect, Text, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import type { CaretRequest } from '../protocol/editor/caret-request.ts';
import type { Glance } from '../protocol/editor/glance.ts';
import { behindByteOrderMark, firstSelection } from './behind-byte-order-mark.ts';
import {
  type CaretPlace,
  type EditorPlace,
  type EditorPosition,
  followPosition,
  rangeOf,
  scrollTo,
  selectionAt,
} from './editor-position.ts';
import { editorTheme } from './editor-theme.ts';
import { createFindPanel } from './find/create-find-panel.ts';
import { glanceIn } from './glance-in.ts';
import { indentLike } from './indentation.ts';
import { languageOf } from './language-of.ts';
import { keepLineBreaks, lineBreaksOf, setLineBreaks, textWithLineBreaks, toOneLineBreak } from './line-breaks.ts';
import { tailHighlight } from './tail-highlight.ts';
import { textChange } from './text-change.ts';
import { caretRequest } from './types/type-assistance.ts';

export interface CodeEditorEvents {
  /** Called when the user types. */
  onChange(path: string, text: string): void;
  /** Called when the user moves in the file. */
  onMove(path: string, position: EditorPosition, caret: CaretPlace): void;
  /** The initial position for a file that is shown for the first time; null for its beginning. */
  positionOf(path: string): EditorPosition | null;
  /** Further extensions for an editor of that file. */
  extensionsFor?(path: string): Extension;
}

export interface ShownFile {
  path: string;
  text: string;
  isReadOnly: boolean;
  /** Keeps the end in view while the text grows. */
  isGrowing: boolean;
}

/** One view for all open files. Each file keeps its own state, so that undo history, caret and folds survive a change of tabs. */
export interface CodeEditor {
  show(file: ShownFile): void;
  /** Moves to a place in the shown file. */
  goTo(place: EditorPlace): void;
  /** Previews places while the user is choosing one. */
  glance(glance: Glance): void;
  /** Opens the find panel. */
  find(): void;
  /** Runs a command of its extensions at the caret. */
  atCaret(request: CaretRequest): void;
  /** Edits the shown file in the user's name; the edit can be undone. */
  applyEdits(edits: readonly { from: number; to: number; insert: string }[]): void;
  forget(path: string): void;
  focus(): void;
  destroy(): void;
}

interface FileState {
  state: EditorState;
  scrollTop: number;
  /** Is null until it is loaded, or if there is none. */
  language: LanguageSupport | null;
  /** For a long text that grows: features for editing are off, and only the visible part is coloured. */
  isReduced: boolean;
  /** The text with its own line breaks, as last shown or typed. */
  text: string;
}

/** From this length on, CodeMirror's work per change costs more than showing the text. In characters. */
const LONG_TEXT = 16_000;
/** In longer lines, colours cost too much at each key. In characters. */
const LONGEST_COLOURED_LINE = 50_000;
/** After growing, a longer text stays reduced until the user points at it, scrolls or focuses it. In characters. */
const VERY_LONG_TEXT = 100_000;

export function createCodeEditor(parent: HTMLElement, events: CodeEditorEvents): CodeEditor {
  const states = new Map<string, FileState>();
  const compartments = { language: new Compartment(), editing: new Compartment(), readOnly: new Compartment() };
  const { readOnly, language, editing: ofUser } = compartments;
  let shown: string | null = null;
  /** The last shown state of a growing file, which is exactly the view's text. */
  let grown: { path: string; text: string } | null = null;
  const view = new EditorView({ parent, state: EditorState.create({ extensions: [editorTheme, readOnlyOf(true)] }) });
  const loadLanguage = async (path: string) => {
    const loaded = await languageOf(path);
    const kept = states.get(path);
    if (loaded === null || !kept) return;
    kept.language = loaded;
    const effects = language.reconfigure(languageFor(kept));
    if (shown === path) view.dispatch({ effects });
    else kept.state = kept.state.update({ effects }).state;
  };
  const switchTo = (file: ShownFile) => {
    const left = shown === null ? undefined : states.get(shown);
    if (left) Object.assign(left, { state: view.state, scrollTop: view.scrollDOM.scrollTop });
    shown = file.path;
    let kept = states.get(file.path);
    const position = kept || file.isGrowing ? null : events.positionOf(file.path);
    if (!kept) {
      kept = newState(file, { compartments, events, isGrowing: () => grown !== null, position });
      states.set(file.path, kept);
      if (!hasVeryLongLine(file.text)) void loadLanguage(file.path);
    }
    view.setState(kept.state);
    if (position === null) view.scrollDOM.scrollTop = kept.scrollTop;
    else view.dispatch({ effects: scrollTo(position, kept.state) });
  };
  /** The effects that switch reduced mode on or off. */
  const reduce = (kept: FileState, isReduced: boolean): StateEffect<unknown>[] => {
    if (kept.isReduced === isReduced) return [];
    kept.isReduced = isReduced;
    return [ofUser.reconfigure(isReduced ? [gutters(), whenUserComes] : editing()), language.reconfigure(languageFor(kept))];
  };
  const userCame = () => {
    const kept = shown === null || grown !== null ? undefined : states.get(shown);
    const effects = kept ? reduce(kept, false) : [];
    if (effects.length > 0) view.dispatch({ effects });
    return false;
  };
  const whenUserComes = EditorView.domEventHandlers({ pointermove: userCame, wheel: userCame, focus: userCame, keydown: userCame });
  const modeOf = (file: ShownFile, wasShown: boolean): StateEffect<unknown>[] => {
    const kept = states.get(file.path);
    if (!kept) return [];
    const staysReduced = kept.isReduced && wasShown && file.text.length > VERY_LONG_TEXT;
    return reduce(kept, file.isGrowing ? file.text.length > LONG_TEXT : staysReduced);
  };

  return {
    show(file) {
      const wasShown = shown === file.path;
      if (!wasShown) switchTo(file);
      const isLocked = view.state.readOnly;
      const change =
        (isLocked && grownBy(grown, file, view.state.doc.length)) || textChange(view.state.doc.toString(), toOneLineBreak(file.text));
      const follows = file.isGrowing || grown?.path === file.path;
      grown = file.isGrowing ? { path: file.path, text: file.text } : null;
      const effects = modeOf(file, wasShown);
      if (isLocked !== file.isReadOnly) effects.push(readOnly.reconfigure(readOnlyOf(file.isReadOnly)));
      effects.push(...newLineBreaks(states.get(file.path), file));
      if (!change && effects.length === 0) return;
      const changes = view.state.changes(change ?? []);
      // Scrolls through the selection: a scroll effect in the same transaction reaches only to the old end of the text.
      const end = change && follows ? { selection: { anchor: changes.newLength }, scrollIntoView: true } : {};
      // In one transaction, because each one triggers a layout.
      view.dispatch({ changes, effects, ...end, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
    },
    ...actionsOf(view),
    forget(path) {
      states.delete(path);
      if (shown === path) shown = null;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function actionsOf(view: EditorView): Pick<CodeEditor, 'goTo' | 'glance' | 'find' | 'applyEdits' | 'atCaret'> {
  return {
    goTo: (place) => goTo(view, place),
    glance: glanceIn(view),
    find: () => void openSearchPanel(view),
    applyEdits: (changes) =>
      view.state.readOnly || view.dispatch({ changes, userEvent: 'input.format', annotations: isolateHistory.of('full') }),
    atCaret: (request) => view.dispatch({ effects: caretRequest.of(request) }),
  };
}

function goTo(view: EditorView, place: EditorPlace): void {
  const selection = rangeOf(place, view.state);
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
  view.focus();
}

function readOnlyOf(isReadOnly: boolean): Extension {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}

interface StateParts {
  compartments: Record<'language' | 'editing' | 'readOnly', Compartment>;
  events: CodeEditorEvents;
  /** Whether the text is growing by itself. */
  isGrowing(): boolean;
  position: EditorPosition | null;
}

function newState({ path, text, isReadOnly }: ShownFile, { compartments, events, isGrowing, position }: StateParts): FileState {
  const doc = Text.of(toOneLineBreak(text).split('\n'));
  const kept: FileState = {
    state: EditorState.create({
      doc,
      selection: firstSelection(doc, position === null ? null : selectionAt(position, doc.length)),
      extensions: [
        history(),
        EditorState.tabSize.of(2),
        keepLineBreaks(text),
        indentLike(path),
        behindByteOrderMark(),
        compartments.editing.of(editing()),
        editorTheme,
        compartments.language.of([]),
        compartments.readOnly.of(readOnlyOf(isReadOnly)),
        // Reachable by keyboard even if the text is read-only.
        EditorView.contentAttributes.of({ 'aria-label': path, 'data-path': path, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          const byUser = update.transactions.some(
            (transaction) => transaction.docChanged && transaction.annotation(Transaction.remote) !== true,
          );
          if (!byUser) return;
          kept.text = textWithLineBreaks(update.state);
          events.onChange(path, kept.text);
        }),
        events.extensionsFor?.(path) ?? [],
        followPosition((now, caret) => isGrowing() || events.onMove(path, now, caret)),
      ],
    }),
    scrollTop: 0,
    language: null,
    isReduced: false,
    text,
  };
  return kept;
}

/** The line breaks, which are not visible in the editor's text, if another program has written the file since. */
function newLineBreaks(kept: FileState | undefined, { text, isGrowing }: ShownFile): StateEffect<unknown>[] {
  if (kept === undefined || isGrowing || kept.text === text) return [];
  kept.text = text;
  return [setLineBreaks.of(lineBreaksOf(text))];
}

function hasVeryLongLine(text: string): boolean {
  for (let from = 0; text.length - from > LONGEST_COLOURED_LINE; ) {
    const end = text.indexOf('\n', from);
    if (end === -1 || end - from > LONGEST_COLOURED_LINE) return true;
    from = end + 1;
  }
  return false;
}

/** The insertion at the end if a read-only file has only grown; null if anything else has changed. */
function grownBy(before: { path: string; text: string } | null, now: ShownFile, end: number): ChangeSpec | null {
  if (before === null || before.path !== now.path || now.text.length <= before.text.length || !now.text.startsWith(before.text))
    return null;
  return { from: end, insert: toOneLineBreak(now.text.slice(before.text.length)) };
}

function languageFor({ language, isReduced }: FileState): Extension {
  if (language === null) return [];
  return isReduced ? tailHighlight(language.language) : language;
}

function gutters(): Extension {
  return [lineNumbers(), foldGutter()];
}

/** As in VS Code: Alt and click adds a cursor, Shift, Alt and drag select a column. Ctrl or Cmd and click goes to a definition. */
function severalCursors(): Extension {
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
  ];
}

/** Extensions for editing. */
function editing(): Extension {
  return [
    gutters(),
    highlightActiveLineGutter(),
    drawSelection(),
    severalCursors(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ createPanel: createFindPanel }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      // The page handles this key, because the user can change it.
      ...searchKeymap.filter(({ key }) => key !== 'Mod-f'),
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
  ];
}
