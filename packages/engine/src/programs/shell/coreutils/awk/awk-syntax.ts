export type AwkExpression =
  | { type: 'number'; value: number }
  | { type: 'string'; text: string }
  | { type: 'expression'; source: string }
  | AwkTarget
  | { type: 'group'; items: AwkExpression[] }
  | { type: 'assign'; target: AwkTarget; operator: string; value: AwkExpression }
  | { type: 'step'; target: AwkTarget; by: 1 | -1; isPrefix: boolean }
  | { type: 'unary'; operator: string; operand: AwkExpression }
  | { type: 'binary'; operator: string; left: AwkExpression; right: AwkExpression }
  | { type: 'match'; isNegated: boolean; left: AwkExpression; right: AwkExpression }
  | { type: 'conditional'; test: AwkExpression; yes: AwkExpression; no: AwkExpression }
  | { type: 'in'; keys: AwkExpression[]; array: string }
  | { type: 'call'; name: string; args: AwkExpression[] }
  | { type: 'getline'; target: AwkTarget | null; file: AwkExpression | null; command: AwkExpression | null };

export type AwkTarget =
  | { type: 'variable'; name: string }
  | { type: 'field'; index: AwkExpression }
  | { type: 'element'; array: string; keys: AwkExpression[] };

export type AwkStatement =
  | { type: 'block'; statements: AwkStatement[] }
  | { type: 'evaluate'; expression: AwkExpression }
  | { type: 'print'; isFormatted: boolean; items: AwkExpression[]; redirect: { operator: string; target: AwkExpression } | null }
  | { type: 'if'; test: AwkExpression; yes: AwkStatement; no: AwkStatement | null }
  | { type: 'while'; test: AwkExpression; body: AwkStatement; isTestedAfter: boolean }
  | { type: 'for'; start: AwkStatement | null; test: AwkExpression | null; step: AwkStatement | null; body: AwkStatement }
  | { type: 'for-in'; name: string; array: string; body: AwkStatement }
  | { type: 'delete'; array: string; keys: AwkExpression[] | null }
  | { type: 'leave'; kind: 'break' | 'continue' | 'next' }
  | { type: 'exit' | 'return'; value: AwkExpression | null };

export interface AwkRule {
  pattern:
    | { type: 'begin' | 'end' | 'always' }
    | { type: 'test'; test: AwkExpression }
    | { type: 'range'; from: AwkExpression; to: AwkExpression; isActive: boolean };
  body: AwkStatement | null;
}

export interface AwkProgram {
  rules: AwkRule[];
  functions: Map<string, { parameters: string[]; body: AwkStatement }>;
}
