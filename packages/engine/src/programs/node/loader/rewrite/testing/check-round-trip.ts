import { type Options, parse } from 'acorn';
import { originalPlace } from '../../../inspect/original-place.ts';
import { MODULE_TAIL, rewriteModule } from '../rewrite-module.ts';
import { rewriteScript } from '../rewrite-script.ts';
import { RewrittenTexts } from '../rewritten-texts.ts';
import { type EditList, forEachEdit, undoEdits } from '../source-edits.ts';
import { childNode, childNodes, isSyntaxNode, nodeName, type SyntaxNode } from '../syntax-tree.ts';
import { TreeUndo } from './undo-in-tree.ts';

const options: Options = { ecmaVersion: 'latest', allowHashBang: true, allowSuperOutsideMethod: true };

// acorn types each node; the comparison accesses all nodes by field name.
const parseAs = (text: string, sourceType: 'module' | 'script'): SyntaxNode =>
  parse(text, { ...options, sourceType, allowReturnOutsideFunction: sourceType === 'script' }) as unknown as SyntaxNode;

/** Fields that describe a node's position or spelling, not its meaning. */
const unimportant = new Set(['start', 'end', 'shorthand', 'sourceType', 'directive']);

interface Import {
  request: number;
  name: string | null;
}

/** Returns the names of a module's imports with their origins. */
function importsOf(body: SyntaxNode[], requests: readonly { specifier: string }[]): Map<string, Import> {
  const imports = new Map<string, Import>();
  for (const statement of body.filter(({ type }) => type === 'ImportDeclaration')) {
    const request = requests.findIndex(({ specifier }) => specifier === childNode(statement, 'source')?.value);
    for (const specifier of childNodes(statement, 'specifiers')) {
      const imported = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nodeName(childNode(specifier, 'imported'));
      const name = specifier.type === 'ImportNamespaceSpecifier' ? null : imported;
      imports.set(nodeName(childNode(specifier, 'local')), { request, name });
    }
  }
  return imports;
}

/** Finds the first difference between two trees, or null if they mean the same. */
class TreeComparison {
  constructor(private readonly imports: ReadonlyMap<string, Import>) {}

  difference(source: unknown, found: unknown, path: string): string | null {
    if (isSyntaxNode(source) && isSyntaxNode(found)) return this.#nodes(source, found, path);
    if (Array.isArray(source) && Array.isArray(found)) {
      const [left, right] = [source, found].map((list) =>
        list.filter((item: unknown) => !isSyntaxNode(item) || item.type !== 'EmptyStatement'),
      );
      if (left?.length !== right?.length) return `${path}: ${left?.length} became ${right?.length}`;
      for (const [index, item] of (left ?? []).entries()) {
        const different = this.difference(item, right?.[index], `${path}.${index}`);
        if (different !== null) return different;
      }
      return null;
    }
    if (typeof source === 'object' && source !== null && !isSyntaxNode(source))
      return JSON.stringify(source) === JSON.stringify(found) ? null : `${path}: another value`;
    return source === found || (source ?? null) === (found ?? null) ? null : `${path}: ${String(source)} became ${String(found)}`;
  }

  #nodes(source: SyntaxNode, found: SyntaxNode, path: string): string | null {
    if (found.type === 'ImportRead') return this.#importRead(source, found, path);
    if (found.type === 'SequenceExpression' && source.type === 'Identifier') {
      // A call that must not pass the namespace: `(0, $mn[0].f)()`.
      const last = childNodes(found, 'expressions').at(-1);
      if (last?.type === 'ImportRead') return this.#importRead(source, last, path);
    }
    if (source.type !== found.type) return `${path}: ${source.type} became ${found.type}`;
    if (source.type === 'MetaProperty' && found.start === -1) return null;
    for (const field of new Set([...Object.keys(source), ...Object.keys(found)])) {
      if (unimportant.has(field)) continue;
      const different = this.difference(source[field], found[field], `${path}.${field}`);
      if (different !== null) return different;
    }
    return null;
  }

  #importRead(source: SyntaxNode, found: SyntaxNode, path: string): string | null {
    const direct = source.type === 'Identifier' ? this.imports.get(nodeName(source)) : undefined;
    const through = source.type === 'MemberExpression' ? this.imports.get(nodeName(childNode(source, 'object')) || '') : undefined;
    const read =
      direct ?? (through?.name === null ? { request: through.request, name: nodeName(childNode(source, 'property')) } : undefined);
    if (read?.request === found.request && read?.name === found.name) return null;
    return `${path}: ${nodeName(source)} became a read of ${String(found.name)} from ${String(found.request)}`;
  }
}

/** Returns a module's statements without those that only link it. */
function statementsOf(body: SyntaxNode[]): SyntaxNode[] {
  return body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration') return [];
    if (!statement.type.startsWith('Export')) return [statement];
    const declaration = childNode(statement, 'declaration');
    const isAnonymous = declaration?.type === 'ClassDeclaration' && childNode(declaration, 'id') === null;
    return declaration === null ? [] : [isAnonymous ? { ...declaration, type: 'ClassExpression' } : declaration];
  });
}

/** Handles `const $mdefault=(…)` and `const $mdefault={default:…}.default`. */
function defaultOf(statement: SyntaxNode, prefix: string): SyntaxNode {
  const [declarator] = childNodes(statement, 'declarations');
  if (declarator === undefined || nodeName(childNode(declarator, 'id')) !== `${prefix}default`) return statement;
  const value = childNode(declarator, 'init') ?? statement;
  const object =
    value.type === 'MemberExpression' && childNode(value, 'object')?.type === 'ObjectExpression' ? childNode(value, 'object') : null;
  const [property] = object === null ? [] : childNodes(object, 'properties');
  const isOfOurs = property !== undefined && /^(?:Arrow)?(?:Function|Class)/.test(childNode(property, 'value')?.type ?? '');
  return isOfOurs ? (childNode(property, 'value') ?? value) : value;
}

const textTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassDeclaration', 'ClassExpression']);

function everyNode(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    if (isSyntaxNode(value)) everyNode(value, visit);
    else if (Array.isArray(value)) for (const item of value) if (isSyntaxNode(item)) everyNode(item, visit);
  }
}

/**
 * Returns the texts of functions and classes in source order, as `Function.prototype.toString` gives them; methods without their keys are
 * omitted.
 */
function functionTexts(root: SyntaxNode, text: string): string[] {
  const found: SyntaxNode[] = [];
  everyNode(root, (node) => {
    if (textTypes.has(node.type) && text[node.start] !== '(') found.push(node);
    else if (node.type === 'ArrowFunctionExpression') found.push(node);
  });
  return found.sort((a, b) => a.start - b.start || b.end - a.end).map((node) => text.slice(node.start, node.end));
}

/** Returns a function that checks whether an offset in the edited text was in the source. */
function keptPlaces(edits: EditList): (place: number) => boolean {
  const added: [number, number][] = [];
  let shift = 0;
  forEachEdit(edits, (start, removed, text) => {
    added.push([start + shift, start + shift + text.length]);
    shift += text.length - removed.length;
  });
  return (place) => !added.some(([from, to]) => place >= from && place < to);
}

function identifierStarts(root: SyntaxNode): number[] {
  const starts = new Set<number>();
  everyNode(root, (node) => {
    if (node.type === 'Identifier' && node.start >= 0) starts.add(node.start);
  });
  return [...starts].sort((a, b) => a - b);
}

/** The number of functions and names that are checked in a large file. */
const MAX_SAMPLES = 150;

const lineStartsOf = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

const placeOf = (text: string, offset: number) => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
};

interface Checked {
  source: string;
  /** The trees of the source and of the rewritten code, without the surrounding code. */
  before: SyntaxNode;
  after: SyntaxNode;
  code: string;
  bodyStart: number;
  bodyEnd: number;
  edits: EditList;
  prefix: string;
}

function textFaults({ source, before, after, code, bodyStart, bodyEnd, edits, prefix }: Checked): string[] {
  const faults: string[] = [];
  const body = code.slice(bodyStart, bodyEnd);
  if (undoEdits(body, edits) !== source) faults.push('the source cannot be had back');
  if (body.split('\n').length !== source.split('\n').length) faults.push('the number of lines is another');
  const texts = new RewrittenTexts();
  texts.note('/file.js', { code, bodyStart, bodyEnd, edits, prefix });
  const [own, made] = [functionTexts(before, source), functionTexts(after, code)];
  if (own.length !== made.length) faults.push(`${own.length} functions became ${made.length}`);
  const every = Math.max(1, Math.floor(own.length / MAX_SAMPLES));
  const wrong = own.findIndex((text, index) => index % every === 0 && texts.originalOf(made[index] ?? '') !== text);
  if (own.length === made.length && wrong !== -1)
    faults.push(`the text of a function: ${own[wrong]} is shown as ${texts.originalOf(made[wrong] ?? '')}`);
  const isKept = keptPlaces(edits);
  const names = identifierStarts(after).filter((start) => start >= bodyStart && start < bodyEnd);
  const starts = new Set(identifierStarts(before));
  const lineStarts = lineStartsOf(source);
  const step = Math.max(1, Math.floor(names.length / MAX_SAMPLES));
  for (let index = 0; index < names.length; index += step) {
    const start = (names[index] ?? 0) - bodyStart;
    if (!isKept(start)) continue;
    const { line, column } = originalPlace(source, edits, placeOf(body, start));
    if (!starts.has((lineStarts[line - 1] ?? 0) + column - 1)) faults.push(`no name is at ${line}:${column}`);
  }
  return faults;
}

function checkModule(source: string): string[] {
  const before = parseAs(source, 'module');
  const rewritten = rewriteModule(source);
  const { code, head, prefix, edits, requests } = rewritten;
  const program = parseAs(code, 'script');
  const [statement] = childNodes(program, 'body');
  const generator = statement && childNode(statement, 'expression');
  const all = generator ? childNodes(childNode(generator, 'body') ?? generator, 'body') : [];
  const undo = new TreeUndo(prefix);
  const made = all.filter(({ start }) => start >= head.length).map((item) => undo.undo(defaultOf(item, prefix)));
  const own = childNodes(before, 'body');
  const difference = new TreeComparison(importsOf(own, requests)).difference(statementsOf(own), made, 'body');
  const after = { ...program, body: all.filter(({ start }) => start >= head.length) };
  const bounds = { bodyStart: head.length, bodyEnd: code.length - MODULE_TAIL.length };
  return [...(difference === null ? [] : [difference]), ...textFaults({ source, before, after, code, edits, prefix, ...bounds })];
}

function checkScript(source: string): string[] {
  const before = parseAs(source, 'script');
  const rewritten = rewriteScript(source);
  if (rewritten === null) return [];
  const { code, edits, prefix } = rewritten;
  const after = parseAs(code, 'script');
  const difference = new TreeComparison(new Map()).difference(before, new TreeUndo(prefix).undo(after), 'program');
  const bounds = { bodyStart: 0, bodyEnd: code.length };
  return [...(difference === null ? [] : [difference]), ...textFaults({ source, before, after, code, edits, prefix, ...bounds })];
}

/**
 * Returns the properties that do not hold for a rewritten source: it must still be the same program, functions must show their original
 * texts, and locations must map back. Returns null if the source is not a program.
 */
export function checkRoundTrip(source: string, kind: 'module' | 'script'): string[] | null {
  try {
    parseAs(source, kind);
  } catch {
    return null;
  }
  try {
    return kind === 'module' ? checkModule(source) : checkScript(source);
  } catch (error) {
    return [String(error)];
  }
}
