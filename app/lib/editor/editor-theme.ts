import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { CODE_COLOURS } from './code-colours.ts';

const highlight = HighlightStyle.define([
  ...CODE_COLOURS.map(({ tag, colour }) => ({ tag, color: `var(--code-${colour})` })),
  { tag: tags.heading, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.link, textDecoration: 'underline' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
]);

const view = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--well)', color: 'var(--code-text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--text-1)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '.cm-gutters': { backgroundColor: 'var(--well)', color: 'var(--text-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', paddingRight: '12px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--active)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--hover)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--active)', color: 'inherit' },
  '.cm-panels': { backgroundColor: 'var(--surface-1)', color: 'var(--text-1)', borderColor: 'var(--line-1)' },
  '.cm-textfield': {
    backgroundColor: 'var(--well)',
    color: 'var(--text-1)',
    border: '1px solid var(--line-3)',
    borderRadius: 'var(--r-1)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface-2)',
    color: 'var(--text-1)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-1)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-2)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-3)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--active)', color: 'var(--text-1)' },
  '.cm-searchMatch': { backgroundColor: 'var(--yellow-soft)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--yellow-soft)', outline: '1px solid var(--yellow)' },
  '.cm-changedLine': { backgroundColor: 'var(--green-soft) !important' },
  // It is inside a changed line, which is already coloured.
  '.cm-insertedLine': { backgroundColor: 'transparent !important', textDecoration: 'none' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--red-soft) !important' },
  '&.cm-merge-a .cm-changedText': { background: 'var(--red-soft) !important' },
  '&.cm-merge-a .cm-deletedLine': { textDecoration: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'var(--red-soft) !important' },
  // A soft colour on a soft line looks as strong as the word colour alone; the word colour on it would reduce the contrast of keywords below 4.5:1.
  '.cm-changedText': { background: 'var(--green-soft) !important' },
  '.cm-wholeLine .cm-changedText': { background: 'transparent !important' },
  '.cm-deletedText, .cm-deletedLine del': { background: 'var(--red-soft) !important', textDecoration: 'none' },
  // The two numbers are close together, and the sign is next to the text.
  '.cm-oldNumbers .cm-gutterElement': { minWidth: '32px', paddingRight: '4px', whiteSpace: 'pre' },
  '.cm-signs .cm-gutterElement': { minWidth: '14px', whiteSpace: 'pre' },
  '.cm-sign-added': { color: 'var(--green)' },
  '.cm-sign-removed': { color: 'var(--red)' },
  '.cm-chosenLine': { backgroundColor: 'var(--active) !important' },
  '.cm-collapsedLines': { background: 'var(--surface-1)', color: 'var(--text-3)' },
  // Few fonts contain the default sign.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···" !important' },
});

/** The look of code, from design tokens, so that it follows the theme without being rebuilt. */
export const editorTheme: Extension = [view, syntaxHighlighting(highlight)];
