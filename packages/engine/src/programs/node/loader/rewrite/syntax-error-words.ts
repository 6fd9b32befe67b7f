/** Maps acorn's messages to V8's where they do not depend on the location. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Unterminated string constant$/, 'Invalid or unexpected token'],
  [/^Unexpected character .*$/s, 'Invalid or unexpected token'],
  [/^Unterminated template$/, 'Unexpected end of input'],
  [/^Unterminated regular expression$/, 'Invalid regular expression: missing /'],
  [/^Assigning to rvalue$/, 'Invalid left-hand side in assignment'],
  [/^Optional chaining cannot appear in left-hand side$/, 'Invalid left-hand side in assignment'],
  [/^Export '(.*)' is not defined$/s, "Export '$1' is not defined in module"],
  [/^The keyword '(?:enum|await)' is reserved$/, 'Unexpected reserved word'],
  [/^The keyword '.*' is reserved$/, 'Unexpected strict mode reserved word'],
  [/^'return' outside of function$/, 'Illegal return statement'],
  [/^Unsyntactic break$/, 'Illegal break statement'],
  [/^Unsyntactic continue$/, 'Illegal continue statement: no surrounding iteration statement'],
  [/^Duplicate constructor in the same class$/, 'A class may only have one constructor'],
  [/^'new\.target' can only be used .*$/, 'new.target expression is not allowed here'],
  [/^'super' keyword outside a method$/, "'super' keyword unexpected here"],
  [/^Deleting local variable in strict mode$/, 'Delete of an unqualified identifier in strict mode.'],
  [/^'with' in strict mode$/, 'Strict mode code may not include a with statement'],
  [/^Label '(.*)' is already declared$/s, "Label '$1' has already been declared"],
  [/^Missing catch or finally clause$/, 'Missing catch or finally after try'],
  [/^Multiple default clauses$/, 'More than one default clause in switch statement'],
  [/^Argument name clash$/, 'Duplicate parameter name not allowed in this context'],
  [/^(?:Assigning to|Binding) (?:eval|arguments) in strict mode$/, 'Unexpected eval or arguments in strict mode'],
];
const RESERVED_IN_STRICT_MODE = new Set(['implements', 'interface', 'let', 'package', 'private', 'protected', 'public', 'static', 'yield']);
const KEYWORDS = new Set(
  'break case catch class const continue debugger default delete do else export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with'.split(
    ' ',
  ),
);

/**
 * Returns acorn's message for a syntax error in the wording of V8, which programs compare and users look up. `at` is the error's offset.
 */
export function syntaxErrorWords(message: string, source: string, at: number): string {
  if (message === 'Unexpected token') return unexpected(source, at);
  if (message === 'Invalid number' && /^0\d/.test(source.slice(at))) return 'Octal literals are not allowed in strict mode.';
  if (message === 'Bad character escape sequence') {
    const isHexadecimal = /\\x[^\\]{0,2}$/.test(source.slice(0, at)) || source.startsWith('\\x', at);
    return isHexadecimal ? 'Invalid hexadecimal escape sequence' : 'Invalid Unicode escape sequence';
  }
  for (const [pattern, words] of WORDS) if (pattern.test(message)) return message.replace(pattern, words);
  return message;
}

function unexpected(source: string, at: number): string {
  const rest = source.slice(at);
  if (/\bconst\s+[\p{ID_Start}$_][\p{ID_Continue}$]*\s*$/u.test(source.slice(0, at))) return 'Missing initializer in const declaration';
  if (rest === '') return 'Unexpected end of input';
  if (rest.startsWith('(') && /\bfunction\s*\*?\s*$/.test(source.slice(0, at))) return 'Function statements require a function name';
  const word = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(rest)?.[0];
  if (word !== undefined && !KEYWORDS.has(word)) {
    if (word === 'enum') return 'Unexpected reserved word';
    return RESERVED_IN_STRICT_MODE.has(word) ? 'Unexpected strict mode reserved word' : `Unexpected identifier '${word}'`;
  }
  if (/^#[\p{ID_Start}$_]/u.test(rest))
    return `Private field '${/^#[\p{ID_Continue}$]*/u.exec(rest)?.[0]}' must be declared in an enclosing class`;
  if (/^\.?\d/.test(rest)) return 'Unexpected number';
  if (/^["']/.test(rest)) return 'Unexpected string';
  if (rest.startsWith('`')) return 'Unexpected template string';
  const token =
    word ??
    /^(?:>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|\+\+|--|<<|>>|&&|\|\||\?\?|\?\.|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|\*\*|.)/s.exec(
      rest,
    )?.[0] ??
    '';
  return `Unexpected token '${token}'`;
}
