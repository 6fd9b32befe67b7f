import type { SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

type Visit = (node: SyntaxNode) => void;

/** A `try` whose block may be left by a rejected `await`. */
interface TryFrame {
  /** Holds what the context was at the `await` that the block is at; undefined while it is at none. */
  variable: string;
  isUsed: boolean;
  /** The innermost `for await` inside it: it awaits between the rounds of its body. */
  loop: string | null;
}

const globalNames = new Set(['globalThis', 'global', 'window', 'self']);

/** `eval`, and its indirect forms `(0, eval)` and `globalThis.eval`. */
function isEval(callee: SyntaxNode | null): boolean {
  if (callee?.type === 'SequenceExpression') return isEval(childNodes(callee, 'expressions').at(-1) ?? null);
  if (callee?.type !== 'MemberExpression') return callee?.type === 'Identifier' && callee.name === 'eval';
  const object = childNode(callee, 'object');
  return object?.type === 'Identifier' && globalNames.has(nodeName(object)) && nodeName(childNode(callee, 'property')) === 'eval';
}

/**
 * Makes the asynchronous context (AsyncLocalStorage) survive `await`, which no program can observe in a browser: a promise's own
 * `then` is not called for it. With `$a` an `AwaitContext` (event-loop/await-context.ts):
 *
 *     await E                  →  $a.r($a.s(E),await $a.v())
 *     for await (x of E) body  →  {let $i;for await (x of $i=$a.i(E)){$a.n($i);body}$a.n($i);}
 *     try { await E } catch {} →  {let $t;try { $a.r($t=$a.s(E),await $a.v(),$t=void 0) } catch {$a.c($t);}}
 *
 * The saved context waits on the function's own stack, and what is awaited stays the same promise: the order of ticks is Node's.
 */
export class AwaitRewriter {
  isUsed = false;
  readonly #frames: (TryFrame | null)[] = [null];
  #count = 0;
  /** Start of the labels right in front of a `for await`: they must stay with it. */
  #labelledFrom: number | null = null;

  constructor(
    private readonly edits: SourceEdits,
    private readonly prefix: string,
    private readonly visit: Visit,
  ) {}

  /** A `try` around a function does not see its awaits. */
  inFunction(body: () => void): void {
    this.#inFrame(null, body);
  }

  label(node: SyntaxNode): void {
    const body = childNode(node, 'body');
    if (body === null) return;
    const isOnWay = body.type === 'LabeledStatement' || (body.type === 'ForOfStatement' && body.await === true);
    this.#labelledFrom = isOnWay ? (this.#labelledFrom ?? node.start) : null;
    this.visit(body);
  }

  /** `visitOperand` visits the children. */
  await(node: SyntaxNode, visitOperand: () => void): void {
    const { edits } = this;
    const runtime = this.#runtime();
    const frame = this.#frame();
    const target = frame === null ? '' : `${frame.variable}=`;
    const done = frame === null ? '' : `,${frame.variable}=${frame.loop ?? 'void 0'}`;
    if (frame !== null) frame.isUsed = true;
    edits.replace(node.start, node.start + 'await'.length, `${runtime}.r(${target}${runtime}.s(`);
    visitOperand();
    edits.close(node.end, `),await ${runtime}.v()${done})`);
  }

  /** `eval(E)` → `eval($a.e(E))`: the text is rewritten like a file. It stays a direct call, which sees the names around it. */
  eval(node: SyntaxNode, visitCall: () => void): void {
    const [text] = childNodes(node, 'arguments');
    if (text === undefined || text.type === 'SpreadElement' || !isEval(childNode(node, 'callee'))) {
      visitCall();
      return;
    }
    // Parentheses around it are not part of its node.
    const [open, close] = text.type === 'SequenceExpression' ? ['((', '))'] : ['(', ')'];
    this.edits.replace(text.start, text.start, `${this.#runtime()}.e${open}`);
    visitCall();
    this.edits.close(text.end, close);
  }

  forAwait(node: SyntaxNode, visitLoop: () => void): void {
    const source = childNode(node, 'right');
    const body = childNode(node, 'body');
    if (source === null || body === null) return;
    const { edits } = this;
    const runtime = this.#runtime();
    const start = this.#labelledFrom ?? node.start;
    this.#labelledFrom = null;
    const iteration = `${this.prefix}i${++this.#count}`;
    const frame = this.#frame();
    edits.replace(start, start, `{let ${iteration};`);
    // Parentheses around the source are not part of its node.
    const [open, close] = source.type === 'SequenceExpression' ? ['((', '))'] : ['(', ')'];
    edits.replace(source.start, source.start, `${iteration}=${frame === null ? '' : `${frame.variable}=`}${runtime}.i${open}`);
    edits.replace(body.start, body.start, `{${runtime}.n(${iteration});`);
    const outerLoop = frame?.loop ?? null;
    if (frame !== null) Object.assign(frame, { isUsed: true, loop: iteration });
    visitLoop();
    if (frame !== null) frame.loop = outerLoop;
    edits.close(source.end, close);
    edits.close(body.end, '}');
    const done = frame === null ? '' : `${frame.variable}=${frame.loop ?? 'void 0'};`;
    edits.close(node.end, `${runtime}.n(${iteration});${done}}`);
  }

  try(node: SyntaxNode): void {
    const { edits } = this;
    const block = childNode(node, 'block');
    const handler = childNode(node, 'handler');
    const finalizer = childNode(node, 'finalizer');
    const frame: TryFrame = { variable: `${this.prefix}t${++this.#count}`, isUsed: false, loop: null };
    const whenUsed = (text: string) => () => (frame.isUsed ? text : '');
    const restore = whenUsed(`${this.#name()}.c(${frame.variable});`);
    edits.replace(node.start, node.start, whenUsed(`{let ${frame.variable};`));
    this.#inFrame(frame, () => block !== null && this.visit(block));
    if (handler !== null) {
      const body = childNode(handler, 'body');
      if (body !== null) edits.replace(body.start + 1, body.start + 1, restore);
      // What the handler awaits is left through `finally`, or by this statement's own outside.
      if (finalizer !== null) this.#inFrame(frame, () => this.visit(handler));
      else this.visit(handler);
    }
    if (finalizer !== null) {
      edits.replace(finalizer.start + 1, finalizer.start + 1, restore);
      this.visit(finalizer);
    }
    edits.close(node.end, whenUsed('}'));
  }

  #frame(): TryFrame | null {
    return this.#frames.at(-1) ?? null;
  }

  #inFrame(frame: TryFrame | null, body: () => void): void {
    this.#frames.push(frame);
    body();
    this.#frames.pop();
  }

  #name(): string {
    return `${this.prefix}a`;
  }

  #runtime(): string {
    this.isUsed = true;
    return this.#name();
  }
}
