import { because, type Reason } from '../../protocol/texts/reason.ts';
/** A recipe line as its shell receives it, and its target. */
export interface RecipeLine {
  label: string;
  command: string;
}

export type MakefileReading = { ok: true; lines: readonly RecipeLine[] } | { ok: false; why: Reason };

interface Rule {
  needs: string[];
  recipe: string[];
}

const MOST_TARGETS = 60;
/** Constructs that make a Makefile more than plain rules. */
const NOT_SIMPLE =
  /^[ ]*(?:-?include|sinclude|define|ifn?eq|ifn?def|else|endif|export|unexport|override|vpath|VPATH|load|\.ONESHELL|\.SECONDEXPANSION|\.EXPORT_ALL_VARIABLES|SHELL|MAKEFLAGS|\.SHELLFLAGS|\.RECIPEPREFIX|\.DEFAULT)\b|\$[({](?:shell|eval|call|foreach|if|wildcard|file|value|origin|or|and|guile)\b|^[\w.-]+\s*!=/m;
const ASSIGNMENT = /^([\w.-]+)\s*(?:::?:?|\?|\+)?=\s*(.*)$/;

/** Returns what `make TARGETS` runs according to a Makefile with only plain rules and variables; otherwise the reason why it is not one. */
export function readMakefile(text: string, targets: readonly string[]): MakefileReading {
  if (text.length > 200_000) return { ok: false, why: because('its Makefile is too long to be read') };
  const joined = text.replace(/\\\r?\n[ \t]*/g, ' ');
  if (NOT_SIMPLE.test(joined))
    return { ok: false, why: because('its Makefile has includes, conditions or functions that only make can follow') };
  const { rules, variables, first } = rulesOf(joined);
  const wanted = targets.length > 0 ? targets : first === null ? [] : [first];
  const lines: RecipeLine[] = [];
  const done = new Set<string>();
  const visit = (target: string): Reason | null => {
    if (done.has(target)) return null;
    done.add(target);
    if (done.size > MOST_TARGETS) return because('its Makefile has too many targets to be followed');
    const rule = rules.get(target);
    if (rule === undefined) return wanted.includes(target) ? because('its Makefile has no plain rule for {target}', { target }) : null;
    for (const need of rule.needs) {
      const why = visit(need);
      if (why !== null) return why;
    }
    for (const line of rule.recipe) {
      const command = expand(line, variables, target);
      if (command === null) return because('the recipe of {target} has a variable whose value only make knows', { target });
      lines.push({ label: target, command: command.replace(/^[@+\-\s]+/, '') });
    }
    return null;
  };
  if (wanted.length === 0) return { ok: false, why: because('its Makefile has no target') };
  for (const target of wanted) {
    const why = visit(target);
    if (why !== null) return { ok: false, why };
  }
  return { ok: true, lines: lines.filter(({ command }) => command !== '') };
}

function rulesOf(text: string) {
  const rules = new Map<string, Rule>();
  const variables = new Map<string, string>();
  let first: string | null = null;
  let open: Rule[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      for (const rule of open) rule.recipe.push(line.slice(1));
      continue;
    }
    const plain = line.replace(/(^|\s)#.*$/, '').trimEnd();
    if (plain.trim() === '') continue;
    const assignment = ASSIGNMENT.exec(plain);
    if (assignment !== null) {
      const [, name = '', value = ''] = assignment;
      const isAdded = /^[\w.-]+\s*\+=/.test(plain);
      variables.set(name, isAdded ? `${variables.get(name) ?? ''} ${value}`.trim() : value);
      continue;
    }
    const colon = plain.indexOf(':');
    if (colon === -1) continue;
    const [needs = '', inline] = plain
      .slice(colon + 1)
      .replace(/^:/, '')
      .split(/;(.*)/s);
    open = [];
    for (const target of wordsOf(expand(plain.slice(0, colon), variables, '') ?? '%')) {
      const rule = rules.get(target) ?? { needs: [], recipe: [] };
      rule.needs.push(...wordsOf(expand(needs, variables, target) ?? '').filter((need) => need !== '|'));
      if (inline !== undefined) rule.recipe.push(inline);
      rules.set(target, rule);
      open.push(rule);
      if (!target.startsWith('.')) first ??= target;
    }
  }
  return { rules, variables, first };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Returns null if a part is only known when make runs. */
function expand(text: string, variables: ReadonlyMap<string, string>, target: string, depth = 0): string | null {
  if (depth > 10 || text.length > 10_000) return null;
  let isKnown = true;
  const expanded = text.replace(/\$(?:\$|\(([^()]*)\)|\{([^{}]*)\}|(.))/g, (match, round?: string, curly?: string, single?: string) => {
    if (match === '$$') return '$';
    const name = round ?? curly ?? single ?? '';
    if (name === '@') return target;
    if (name === 'MAKE') return 'make';
    const value = variables.get(name);
    const inner = value === undefined ? null : expand(value, variables, target, depth + 1);
    if (inner === null) isKnown = false;
    return inner ?? '';
  });
  return isKnown ? expanded : null;
}
