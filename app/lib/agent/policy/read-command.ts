import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from 'unbash';
import { forEachChild } from 'unbash';
import type { PartAssignment, PartRedirect } from './command-part.ts';
import { type ReadWord, readWord } from './shell-word.ts';

interface ReadRedirects {
  redirects: PartRedirect[];
  scripts: ParsedScript[];
  asks: string | null;
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
  let asks: string | null = null;
  for (const node of nodes) {
    if (node.descriptor?.type === 'FileDescriptorVariable') asks ??= 'its redirection sets a variable';
    if (node.type === 'HereDoc') {
      const isPlain = node.body.parts === undefined || node.body.parts.every((part) => part.type === 'Literal');
      if (!isPlain) asks ??= 'the text it is given is only known when it runs';
      for (const part of node.body.parts ?? [])
        if (part.type === 'CommandExpansion' && part.script !== undefined) scripts.push(part.script);
      continue;
    }
    const read = node.target === undefined ? null : readWord(node.target);
    scripts.push(...(read?.scripts ?? []));
    if (node.type === 'HereString') {
      if (read?.word.kind === 'unknown') asks ??= read.word.why ?? 'the text it is given is only known when it runs';
    } else redirects.push({ operator: node.operator, target: read?.word ?? null, text: source.slice(node.pos, node.end) });
  }
  return { redirects, scripts, asks };
}

/** The words of a `[[ … ]]`, and why it asks. */
export function readTest(expression: SyntaxNode): { reads: ReadWord[]; asks: string | null } {
  const words: Word[] = [];
  let asks: string | null = null;
  const visit = (child: SyntaxNode) => {
    if (child.type === 'Word') words.push(child);
    else {
      if (child.type === 'TestUnary' && !/^-[a-uw-zA-QS-Z]$/.test(child.operator)) asks = 'its test can run commands';
      if (child.type === 'TestBinary' && /^-(?:eq|ne|lt|le|gt|ge)$/.test(child.operator)) {
        if (!/^\d+$/.test(child.left.text) || !/^\d+$/.test(child.right.text)) asks = 'its test can run commands';
      }
      forEachChild(child, visit);
    }
  };
  visit(expression);
  const reads = words.map((word) => readWord(word));
  for (const { word } of reads) if (word.kind === 'unknown') asks ??= word.why ?? 'a word in it is only known when it runs';
  return { reads, asks };
}

/** What stands between the words of a command. */
export function gapsOf(node: Command, source: string): string {
  const nodes = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix].sort((a, b) => a.pos - b.pos);
  let gaps = '';
  for (const [index, one] of nodes.entries()) {
    const next = nodes[index + 1];
    if (next !== undefined) gaps += `${source.slice(one.end, next.pos)}|`;
  }
  return gaps;
}
