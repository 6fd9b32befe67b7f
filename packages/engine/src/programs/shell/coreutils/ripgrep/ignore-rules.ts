import { globSource } from './glob-source.ts';

interface Rule {
  expression: RegExp;
  isNegated: boolean;
  isFolderOnly: boolean;
}

/** The rules of one `.gitignore`, for paths relative to its folder. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  private constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  static parse(text: string): IgnoreRules {
    return new IgnoreRules(text.split(/\r?\n/).flatMap(parseRule));
  }

  /** Returns true if ignored, false if re-included by a `!` rule, null if no rule matches. The last matching rule wins. */
  decide(path: string, isFolder: boolean): boolean | null {
    for (let index = this.#rules.length - 1; index >= 0; index -= 1) {
      const rule = this.#rules[index];
      if (rule === undefined || (rule.isFolderOnly && !isFolder)) continue;
      if (rule.expression.test(path)) return !rule.isNegated;
    }
    return null;
  }
}

function parseRule(line: string): Rule[] {
  // Trailing blanks count only after a backslash.
  let text = line.replace(/(?<!\\)[ \t]+$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isFolderOnly = text.endsWith('/');
  const pattern = text.replace(/^\\(?=[!#])/, '').replace(/\/+$/, '');
  if (pattern === '' || pattern === '/') return [];
  const isAnchored = pattern.includes('/');
  const source = globSource(pattern.replace(/^\//, ''));
  try {
    return [{ expression: new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${source}$`, 'u'), isNegated, isFolderOnly }];
  } catch {
    return [];
  }
}
