import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { t } from '../../i18n/t.ts';
import type { SignatureHelp } from '../../types-service/type-questions.ts';
import { typeBox } from './type-dom.ts';
import type { TypePort } from './type-port.ts';

/** A tooltip at the caret. A signature stays while its call is typed. */
interface CaretTip {
  tooltip: Tooltip;
  isSignature: boolean;
}

const setTip = StateEffect.define<CaretTip | null>();

const tipField = StateField.define<CaretTip | null>({
  create: () => null,
  update(tip, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTip)) return effect.value;
    const hasMoved = transaction.docChanged || transaction.selection !== undefined;
    return hasMoved && tip?.isSignature === false ? null : tip;
  },
  provide: (field) => showTooltip.from(field, (tip) => tip?.tooltip ?? null),
});

export const caretTips: Extension = tipField;

export function isSignatureShown(state: EditorState): boolean {
  return state.field(tipField)?.isSignature === true;
}

/** Returns whether a tooltip was closed. */
export function closeTip(view: EditorView): boolean {
  if (view.state.field(tipField) === null) return false;
  view.dispatch({ effects: setTip.of(null) });
  return true;
}

export function say(view: EditorView, text: string): void {
  showBox(view, () => typeBox('', text), false);
}

export async function showHover(view: EditorView, path: string, port: TypePort): Promise<void> {
  const { doc } = view.state;
  const hover = await port.ask({ kind: 'hover', path, offset: view.state.selection.main.head });
  if (view.state.doc !== doc) return;
  if (hover === null) say(view, t('Nothing is known of the types here.'));
  else showBox(view, () => typeBox(hover.signature, hover.documentation), false);
}

export async function showSignature(view: EditorView, path: string, port: TypePort): Promise<void> {
  const { doc } = view.state;
  const help = await port.ask({ kind: 'signature', path, offset: view.state.selection.main.head });
  if (view.state.doc !== doc) return;
  if (help === null) closeTip(view);
  else showBox(view, () => signatureBox(help), true);
}

function signatureBox({ label, active, documentation, index, count }: SignatureHelp): HTMLElement {
  const overloads = count > 1 ? `${t('{index} of {count}', { index: index + 1, count })}\n` : '';
  const moved = active === null ? null : { from: active.from + overloads.length, to: active.to + overloads.length };
  return typeBox(overloads + label, documentation, moved);
}

function showBox(view: EditorView, create: () => HTMLElement, isSignature: boolean): void {
  const tooltip: Tooltip = {
    pos: view.state.selection.main.head,
    above: true,
    create: () => {
      const dom = create();
      // It appears after a key press, so screen readers announce it.
      dom.setAttribute('role', 'status');
      return { dom };
    },
  };
  view.dispatch({ effects: setTip.of({ tooltip, isSignature }) });
}
