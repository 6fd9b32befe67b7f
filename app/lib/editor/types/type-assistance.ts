import { linter, lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, ViewPlugin } from '@codemirror/view';
import { t } from '../../i18n/t.ts';
import type { CaretRequest } from '../../protocol/editor/caret-request.ts';
import type { TypeProblem } from '../../types-service/type-questions.ts';
import { isSourceFile } from './is-source-file.ts';
import { typeCompletion } from './type-completion.ts';
import { typeBox } from './type-dom.ts';
import type { TypePort } from './type-port.ts';
import { typeTheme } from './type-theme.ts';
import { caretTips, closeTip, isSignatureShown, say, showHover, showSignature } from './type-tooltip.ts';

/** Delay between the last key and a check. In milliseconds. */
const CHECK_DELAY_MS = 400;

/** Runs a command at the editor's caret. */
export const caretRequest = StateEffect.define<CaretRequest>();

/** Results of earlier checks may have changed. */
const typesChanged = StateEffect.define<null>();

/** Errors, completion, hover, definitions and signatures for TypeScript and JavaScript files; nothing for others. */
export function typeAssistance(path: string, port: TypePort): Extension {
  if (!isSourceFile(path)) return [];
  const go = (view: EditorView, offset: number) => void goToDefinition(view, path, offset, port);
  return [
    typeTheme,
    problems(path, port),
    typeCompletion(path, port),
    caretTips,
    hoverTooltip(async (_view, offset) => {
      const hover = await port.ask({ kind: 'hover', path, offset });
      if (hover === null) return null;
      return { pos: hover.from, end: hover.to, create: () => ({ dom: typeBox(hover.signature, hover.documentation) }) };
    }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (offset === null) return false;
        go(view, offset);
        return true;
      },
    }),
    EditorView.updateListener.of(({ view, docChanged, transactions }) => {
      for (const { effects } of transactions) {
        for (const effect of effects) if (effect.is(caretRequest)) queueMicrotask(() => answerAtCaret(effect.value, view, path, port));
      }
      if (!docChanged) return;
      const { head } = view.state.selection.main;
      const isTyped = transactions.some((transaction) => transaction.isUserEvent('input'));
      const opens = isTyped && /[(,]/.test(view.state.sliceDoc(Math.max(0, head - 2), head));
      if (opens || isSignatureShown(view.state)) void showSignature(view, path, port);
    }),
    keymap.of([{ key: 'Escape', run: closeTip }]),
  ];
}

function problems(path: string, port: TypePort): Extension {
  return [
    lintGutter(),
    linter(
      async (view) => {
        // A read-only text is not checked: the agent may be writing it.
        if (view.state.readOnly) return [];
        const { length } = view.state.doc;
        const checked = await port.ask({ kind: 'check', path });
        return (checked?.problems ?? []).filter((problem) => problem.path === path).map((problem) => toDiagnostic(problem, length));
      },
      {
        delay: CHECK_DELAY_MS,
        needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(typesChanged))),
      },
    ),
    ViewPlugin.define((view) => ({ destroy: port.onChange(() => view.dispatch({ effects: typesChanged.of(null) })) })),
  ];
}

function toDiagnostic({ from, to, severity, message, code }: TypeProblem, length: number) {
  return {
    from: Math.min(from, length),
    to: Math.min(to, length),
    severity: severity === 'hint' ? ('info' as const) : severity,
    message,
    source: code === null ? 'TypeScript' : `TS${code}`,
  };
}

function answerAtCaret(request: CaretRequest, view: EditorView, path: string, port: TypePort): void {
  view.focus();
  if (request === 'definition') void goToDefinition(view, path, view.state.selection.main.head, port);
  else if (request === 'hover') void showHover(view, path, port);
  else if (request === 'signature') void showSignature(view, path, port);
  else if (request === 'next-problem') nextDiagnostic(view);
  else previousDiagnostic(view);
}

async function goToDefinition(view: EditorView, path: string, offset: number, port: TypePort): Promise<void> {
  const [first] = (await port.ask({ kind: 'definition', path, offset })) ?? [];
  if (first === undefined) say(view, t('No definition was found here.'));
  else port.open(first);
}
