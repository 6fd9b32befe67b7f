import { EditorView } from '@codemirror/view';

const underline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '3px',
});
const marker = (colour: string) => ({
  content: 'normal',
  width: '8px',
  height: '8px',
  margin: '6px 2px',
  borderRadius: '50%',
  background: colour,
});

export const typeTheme = EditorView.theme({
  '.cm-lintRange-error': underline('var(--red)'),
  '.cm-lintRange-warning': underline('var(--yellow)'),
  '.cm-lintRange-info': underline('var(--text-3)'),
  '.cm-lintRange-active': { backgroundColor: 'var(--hover)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker-error': marker('var(--red)'),
  '.cm-lint-marker-warning': marker('var(--yellow)'),
  '.cm-lint-marker-info': marker('var(--text-3)'),
  '.cm-diagnostic': {
    padding: '6px 10px',
    borderLeft: 'none',
    fontFamily: 'var(--font-ui)',
    fontSize: '12px',
    lineHeight: '18px',
    maxWidth: '560px',
  },
  '.cm-diagnosticSource': { color: 'var(--text-2)', opacity: '1', fontSize: '11px' },
  '.cm-type-box': { maxWidth: '560px', maxHeight: '300px', overflow: 'auto', padding: '6px 10px', fontSize: '12px', lineHeight: '18px' },
  '.cm-type-signature': { display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'var(--font-mono)' },
  '.cm-type-signature strong': { color: 'var(--accent)' },
  '.cm-type-documentation': { marginTop: '6px', color: 'var(--text-2)', fontFamily: 'var(--font-ui)', overflowWrap: 'anywhere' },
  '.cm-type-documentation p': { margin: '0 0 4px' },
  '.cm-type-documentation pre': { whiteSpace: 'pre-wrap', fontFamily: 'var(--font-mono)', margin: '0 0 4px' },
  '.cm-tooltip-autocomplete ul li': { lineHeight: '20px' },
  '.cm-completionDetail': { color: 'var(--text-3)' },
});
