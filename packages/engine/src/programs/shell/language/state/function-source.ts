import type { Function as FunctionNode } from 'unbash';
import { print } from 'unbash/printer';

/** Returns a function's source for a shell to read back; the body comes from the parser's printer. */
export function functionSource(name: string, definition: FunctionNode): string {
  const { pos, end } = definition;
  const script = {
    type: 'Script',
    pos,
    end,
    shebang: undefined,
    commands: [{ type: 'Statement', pos, end, command: definition, background: false }],
  } as const;
  const text = print(script).trim();
  const body = text.indexOf('{') === -1 || text.indexOf('(') < text.indexOf('{') - 3 ? text : text.slice(text.indexOf('{'));
  return body === text ? text : `${name} () \n${body}`;
}
