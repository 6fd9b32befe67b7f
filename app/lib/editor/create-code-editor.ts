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
  /** The user typed. */
  onChange(path: string, text: string): void;
  /** The user has gone elsewhere in the file. */
  onMove(path: string, position: EditorPosition, caret: CaretPlace): void;
  /** Where a file is shown that has not been shown before; null: at its beginning. */
  positionOf(path: string): EditorPosition | null;
  /** What else an editor of that file has. */
  extensionsFor?(path: string): Extension;
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
  /** Goes to a place of the file that is shown. */
  goTo(place: EditorPlace): void;
  /** Shows places of it while one is chosen. */
  glance(glance: Glance): void;
  /** Opens the panel that finds in it. */
  find(): void;
  /** Does at the caret what its extensions can do there. */
  atCaret(request: CaretRequest): void;
  /** Changes the file that is shown as its user would: it can be undone. */
  applyEdits(edits: readonly { from: number; to: number; insert: string }[]): void;
  forget(path: string): void;
  focus(): void;
  destroy(): void;
}

interface FileState {
  state: EditorState;
  scrollTop: number;
  /** Null until it is loaded, and where there is none. */
  language: LanguageSupport | null;
  /** A long text that grows: what only a user needs is off, and only what is seen has its colours. */
  isReduced: boolean;
  /** With its own line breaks, as it was last shown or typed. */
  text: string;
}

/** From here on, what CodeMirror does for each change of a text costs more than showing it. Characters. */
const LONG_TEXT = 16_000;
/** In a longer line colours cost more at each key than they tell. Characters. */
const LONGEST_COLOURED_LINE = 50_000;
/** A longer one is read as a whole only when its user comes to it. Characters. */
const VERY_LONG_TEXT = 100_000;

export function createCodeEditor(parent: HTMLElement, events: CodeEditorEvents): CodeEditor {
  const states = new Map<string, FileState>();
  const compartments = { language: new Compartment(), editing: new Compartment(), readOnly: new Compartment() };
  const { readOnly, language, editing: ofUser } = compartments;
  let shown: string | null = null;
  /** What a growing file was when it was last shown: the view holds exactly that. */
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
  /** What turns the view of a text that has become long, or is complete. */
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
      // By the caret: an effect that scrolls in the same transaction reaches no further than the text did before.
      const end = change && follows ? { selection: { anchor: changes.newLength }, scrollIntoView: true } : {};
      // In one transaction: each one lays out the page.
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
  /** The text moves by itself. */
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
        // A stop for the keyboard also while nothing can be typed.
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

/** Where another has written the file since: with its line breaks, which the editor's text does not show. */
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

/** The insertion at the end by which a file that nobody can type in has grown; null when that is not all that has happened. */
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

/** As in VS Code: Alt and a press adds a cursor, Shift and Alt and a drag a column of them. Ctrl or Cmd and a press goes to a definition. */
function severalCursors(): Extension {
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
    rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
  ];
}

/** What a user edits with. */
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
      // The page's: the user may give it other keys.
      ...searchKeymap.filter(({ key }) => key !== 'Mod-f'),
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
  ];
}
