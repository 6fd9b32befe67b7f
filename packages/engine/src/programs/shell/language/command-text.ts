import type { AndOr, PipelineNode } from 'unbash';
import { print } from 'unbash/printer';

/** Returns a command as `jobs` shows it: printed by unbash on one line. */
export function commandText(node: AndOr | PipelineNode): string {
  try {
    const text = print({ type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [statementOf(node)] });
    return text.trim().replace(/\s*\n\s*/g, ' ');
  } catch {
    return node.type;
  }
}

function statementOf(node: AndOr | PipelineNode) {
  return { type: 'Statement', pos: node.pos, end: node.end, command: node, background: false } as const;
}
