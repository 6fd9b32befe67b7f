import { autocompletion, type Completion, type CompletionContext, type CompletionResult, pickedCompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CompletionItem } from '../../types-service/type-questions.ts';
import { typeBox } from './type-dom.ts';
import type { TypePort } from './type-port.ts';

/** CodeMirror's icons for TypeScript's kinds; all others are variables. */
const KINDS: Readonly<Record<string, string>> = {
  function: 'function',
  'local function': 'function',
  method: 'method',
  property: 'property',
  getter: 'property',
  setter: 'property',
  class: 'class',
  interface: 'interface',
  type: 'type',
  enum: 'enum',
  'enum member': 'enum',
  module: 'namespace',
  const: 'constant',
  keyword: 'keyword',
  string: 'text',
};

export function typeCompletion(path: string, port: TypePort): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const typed = context.matchBefore(/[\w$]+$/);
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!context.explicit && typed === null && !/[.'"/@<]/.test(before)) return null;
    const list = await port.ask({ kind: 'complete', path, offset: context.pos });
    if (list === null || list.items.length === 0 || context.aborted) return null;
    const options = list.items.map((item, index) => toOption(item, index, { path, port, offset: context.pos }));
    return { from: list.from, options, ...(list.isCut ? {} : { validFor: /^[\w$]*$/ }) };
  };
  return autocompletion({ override: [complete] });
}

interface OptionPlace {
  path: string;
  port: TypePort;
  offset: number;
}

function toOption(item: CompletionItem, index: number, { path, port, offset }: OptionPlace): Completion {
  const detail = () => port.ask({ kind: 'completion-detail', path, offset, item });
  return {
    label: item.name,
    type: KINDS[item.kind] ?? 'variable',
    boost: 99 - Math.min(198, index),
    ...(item.source === null ? {} : { detail: item.source }),
    info: async () => {
      const known = await detail();
      return known === null ? null : typeBox(known.signature, known.documentation);
    },
    apply(view: EditorView, completion: Completion, from: number, to: number) {
      const imported = item.source === null ? null : detail();
      const above = view.state.sliceDoc(0, from);
      const insert = item.insertText ?? item.name;
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: 'input.complete',
      });
      // The import arrives a moment later; if the text above has changed in the meantime, its position is no longer known.
      void imported?.then((known) => {
        const edits = known?.edits ?? [];
        if (edits.every((edit) => edit.to <= from) && view.state.sliceDoc(0, from) === above) view.dispatch({ changes: [...edits] });
      });
    },
  };
}
