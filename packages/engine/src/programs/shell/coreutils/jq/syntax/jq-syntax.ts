import type { JqValue } from '../jq-value.ts';

/** A node of a parsed filter. */
export type JqNode =
  | { type: 'identity' }
  | { type: 'recurse' }
  | { type: 'literal'; value: JqValue }
  | { type: 'string'; format: string | null; parts: (string | JqNode)[] }
  | { type: 'format'; name: string }
  | { type: 'index'; target: JqNode; index: JqNode }
  | { type: 'slice'; target: JqNode; from: JqNode | null; to: JqNode | null }
  | { type: 'iterate'; target: JqNode }
  | { type: 'try'; body: JqNode; handler: JqNode | null }
  | { type: 'array'; body: JqNode | null }
  | { type: 'object'; entries: { key: JqNode; value: JqNode }[] }
  | { type: 'negate'; operand: JqNode }
  | { type: 'pipe'; left: JqNode; right: JqNode }
  | { type: 'comma'; left: JqNode; right: JqNode }
  | { type: 'binary'; operator: string; left: JqNode; right: JqNode }
  | { type: 'assign'; operator: string; left: JqNode; right: JqNode }
  | { type: 'and' | 'or' | 'alternative'; left: JqNode; right: JqNode }
  | { type: 'if'; condition: JqNode; whenTrue: JqNode; whenFalse: JqNode | null }
  | { type: 'bind'; source: JqNode; patterns: JqPattern[]; body: JqNode }
  | { type: 'reduce'; source: JqNode; pattern: JqPattern; start: JqNode; update: JqNode }
  | { type: 'foreach'; source: JqNode; pattern: JqPattern; start: JqNode; update: JqNode; extract: JqNode | null }
  | { type: 'define'; definition: JqDefinition; body: JqNode }
  | { type: 'call'; name: string; args: JqNode[] }
  | { type: 'variable'; name: string }
  | { type: 'label'; name: string; body: JqNode }
  | { type: 'break'; name: string };

export interface JqDefinition {
  name: string;
  /** A `$name` parameter is a value, any other a filter. */
  parameters: string[];
  body: JqNode;
}

export type JqPattern =
  | { type: 'name'; name: string }
  | { type: 'array'; elements: JqPattern[] }
  | { type: 'object'; entries: { key: JqNode; bound: string | null; value: JqPattern | null }[] };

/** The error for an invalid program. */
export class JqSyntaxError extends Error {
  override readonly name = 'JqSyntaxError';
}
