import type { SymbolKind } from '../../lib/types-service/type-questions.ts';

/** Words of the list of symbols in the open file. */
export const GO_TO_SYMBOL_TEXT = {
  title: 'Go to a symbol',
  placeholder: (path: string) => `A symbol in ${path}`,
  searching: 'Reading the file…',
  unsupported: (path: string) => `There is no outline of ${path}: its language has none here, or it is too long.`,
  none: 'The file declares nothing.',
  nothing: (name: string) => `Nothing is called “${name}”.`,
  more: (count: number) => (count === 1 ? 'One more: type to find it' : `${count.toLocaleString()} more: type to find them`),
  kinds: {
    function: 'function',
    method: 'method',
    class: 'class',
    interface: 'interface',
    type: 'type',
    enum: 'enum',
    module: 'module',
    variable: 'variable',
    property: 'property',
    heading: 'heading',
    rule: 'rule',
    element: 'element',
    key: 'key',
  } satisfies Record<SymbolKind, string>,
} as const;
