import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from 'unbash';
import { forEachChild } from 'unbash';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { UNKNOWN } from '../programs/judge-use.ts';
import type { PartAssignment, PartRedirect } from './command-part.ts';
import { type ReadWord, readWord, type ShellWord } from './shell-word.ts';

interface ReadRedirects {
  redirects: PartRedirect[];
  scripts: ParsedScript[];
  asks: Reason | null;
}

export function readAssignment(node: Assignment, scripts: ParsedScript[]): PartAssignment {
  const { value, name } = node;
  const words = value.type === 'ArrayValue' ? value.elements : [value];
  const reads = [...words, ...(node.index === undefined ? [] : [node.index])].map((word) => readWord(word));
  for (const read of reads) scripts.push(...read.scripts);
  const isPlain = value.type !== 'ArrayValue' && node.append !== true && node.index === undefined;
  const [first] = reads;
  return { name, value: isPlain && first !== undefined ? first.word : { kind: 'unknown', text: node.text, why: null }, isPlain };
}

export function readRedirects(nodes: readonly Redirection[], source: string): ReadRedirects {
  const redirects: PartRedirect[] = [];
  const scripts: ParsedScript[] = [];
  let asks: Reason | null = null;
  for (const node of nodes) {
    if (node.descriptor?.type === 'FileDescriptorVariable') asks ??= because('its redirection sets a variable');
    if (node.type === 'HereDoc') {
      const isPlain = node.body.parts === undefined || node.body.parts.every((part) => part.type === 'Literal');
      if (!isPlain) asks ??= because('the text it is given is only known when it runs');
      for (const part of node.body.parts ?? [])
        if (part.type === 'CommandExpansion' && part.script !== undefined) scripts.push(part.script);
      continue;
    }
    const read = node.target === undefined ? null : readWord(node.target);
    scripts.push(...(read?.scripts ?? []));
    if (node.type === 'HereString') {
      if (read?.word.kind === 'unknown') asks ??= read.word.why ?? because('the text it is given is only known when it runs');
    } else redirects.push({ operator: node.operator, target: read?.word ?? null, text: source.slice(node.pos, node.end) });
  }
  return { redirects, scripts, asks };
}

interface ReadTest {
  reads: ReadWord[];
  /** The words treated as paths, whose existence and kind are tested. */
  tested: ShellWord[];
  asks: Reason | null;
}

/** Operators that test only text; unknown values are allowed, since words are not split here. */
const TEXT_TESTS: ReadonlySet<string> = new Set(['-n', '-z', '=', '==', '!=', '=~', '<', '>']);
const RUNNING = because('its test can run commands');

/** Reads the words of a `[[ … ]]` and why it asks. */
export function readTest(expression: SyntaxNode): ReadTest {
  const found: ReadTest = { reads: [], tested: [], asks: null };
  const take = (word: Word, operator: string) => {
    const read = readWord(word);
    found.reads.push(read);
    if (read.word.kind === 'unknown') found.asks ??= read.word.why ?? (TEXT_TESTS.has(operator) ? null : UNKNOWN);
    return read.word;
  };
  const visit = (child: SyntaxNode) => {
    if (child.type === 'TestUnary') {
      // `-v` and `-R` evaluate an index, which may contain a command.
      if (!/^-[a-uw-zA-QS-Z]$/.test(child.operator)) found.asks ??= RUNNING;
      const word = take(child.operand, child.operator);
      if (!TEXT_TESTS.has(child.operator) && !/^-[ot]$/.test(child.operator)) found.tested.push(word);
    } else if (child.type === 'TestBinary') {
      const words = [take(child.left, child.operator), take(child.right, child.operator)];
      if (/^-(?:nt|ot|ef)$/.test(child.operator)) found.tested.push(...words);
      else if (!TEXT_TESTS.has(child.operator) && !words.every(({ text }) => /^\d+$/.test(text))) found.asks ??= RUNNING;
    } else if (child.type === 'Word') take(child, '');
    else forEachChild(child, visit);
  };
  visit(expression);
  return found;
}

/** Returns the text between the words of a command. */
export function gapsOf(node: Command, source: string): string {
  const nodes = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix].sort((a, b) => a.pos - b.pos);
  let gaps = '';
  for (const [index, one] of nodes.entries()) {
    const next = nodes[index + 1];
    if (next !== undefined) gaps += `${source.slice(one.end, next.pos)}|`;
  }
  return gaps;
}
