import type { ObjectFacts } from './format-special.ts';
import type { Inspector } from './inspector.ts';

const { getPrototypeOf, hasOwn } = Object;

/** Returns whether it is the source of a class, not of a function whose name begins with `class`. */
function isClass(source: string): boolean {
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const head = source.slice('class'.length, -1);
  const bracket = head.indexOf('{');
  return bracket !== -1 && (!head.slice(0, bracket).includes('(') || /^(?:\s|\/\*[\s\S]*?\*\/)+(?!\()/.test(head));
}

// biome-ignore lint/complexity/noBannedTypes: any function
function nameOf(value: Function): unknown {
  try {
    return value.name;
  } catch {
    return '';
  }
}

// biome-ignore lint/complexity/noBannedTypes: any function
function formatClass(value: Function, { owner, tag }: ObjectFacts): string {
  const name = hasOwn(value, 'name') ? nameOf(value) : '';
  let base = `class ${name ? String(name) : '(anonymous)'}`;
  if (owner !== 'Function' && owner !== null) base += ` [${owner}]`;
  if (tag !== '' && owner !== tag) base += ` [${tag}]`;
  if (owner === null) return `[${base} extends null]`;
  const parent: unknown = getPrototypeOf(value);
  const parentName = typeof parent === 'function' ? nameOf(parent) : '';
  return `[${base}${parentName ? ` extends ${String(parentName)}` : ''}]`;
}

/** Formats a function or class: `[Function: name]`, `[class A extends B]`. */
// biome-ignore lint/complexity/noBannedTypes: any function
export function formatFunctionBase(inspector: Inspector, value: Function, facts: ObjectFacts): string {
  const source = Function.prototype.toString.call(value);
  if (isClass(source)) return formatClass(value, facts);
  const { owner, tag } = facts;
  const [, kind = 'Function'] = /^\[object ((?:Async)?(?:Generator)?Function)\]$/.exec(Object.prototype.toString.call(value)) ?? [];
  const name = nameOf(value);
  let base = `[${kind}${owner === null ? ' (null prototype)' : ''}`;
  if (name === '') base += ' (anonymous)';
  else base += `: ${typeof name === 'string' ? name : inspector.format(name, 0)}`;
  base += ']';
  if (owner !== kind && owner !== null) base += ` ${owner}`;
  if (tag !== '' && owner !== tag) base += ` [${tag}]`;
  return base;
}
