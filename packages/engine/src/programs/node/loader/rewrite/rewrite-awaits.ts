import type { SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

type Visit = (node: SyntaxNode) => void;

/** A `try` whose block may be left by a rejected `await`. */
interface TryFrame {
  /** Holds the context saved at the current `await` of the block, or undefined outside an `await`. */
  variable: string;
  isUsed: boolean;
  /** The innermost `for await` inside the block, which awaits between the iterations of its body. */
  loop: string | null;
}

const globalNames = new Set(['globalThis', 'global', 'window', 'self']);

/** Returns whether the callee is `eval` or an indirect form: `(0, eval)`, `globalThis.eval`. */
function isEval(callee: SyntaxNode | null): boolean {
  if (callee?.type === 'SequenceExpression') return isEval(childNodes(callee, 'expressions').at(-1) ?? null);
  if (callee?.type !== 'MemberExpression') return callee?.type === 'Identifier' && callee.name === 'eval';
  const object = childNode(callee, 'object');
  return object?.type === 'Identifier' && globalNames.has(nodeName(object)) && nodeName(childNode(callee, 'property')) === 'eval';
}

/**
 * Preserves the asynchronous context (AsyncLocalStorage) over `await`, which no program can observe in a browser: `await` does not call a
 * promise's own `then`. With `$a` an `AwaitContext` (event-loop/await-context.ts):
 *
 *     await E                  →  $a.r($a.s(E),await $a.v())
 *     for await (x of E) body  →  {let $i;for await (x of $i=$a.i(E)){$a.n($i);body}$a.n($i);}
 *     try { await E } catch {} →  {let $t;try { $a.r($t=$a.s(E),await $a.v(),$t=void 0) } catch {$a.c($t);}}
 *
 * The saved context is kept on the function's own stack, and the awaited promise is unchanged, so the order of ticks is Node's.
 */
export class AwaitRewriter {
  isUsed = false;
  readonly #frames: (TryFrame | null)[] = [null];
  #count = 0;
  /** The start of the labels directly before a `for await`, which must stay with it. */
  #labelledFrom: number | null = null;

  constructor(
    private readonly edits: SourceEdits,
    private readonly prefix: string,
    private readonly visit: Visit,
  ) {}

  /** A `try` around a function does not catch its awaits. */
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

  /**
   * Rewrites `eval(E)` to `eval($a.e(E))`, so that the text is rewritten like a file. It remains a direct call, which sees the surrounding
   * names.
   */
  eval(node: SyntaxNode, visitCall: () => void): void {
    const [text] = childNodes(node, 'arguments');
    if (text === undefined || text.type === 'SpreadElement' || !isEval(childNode(node, 'callee'))) {
      visitCall();
      return;
    }
    // The parentheses around it are not part of its node.
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
    // The parentheses around the source are not part of its node.
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
      // After a rejected await in the handler, the program continues in `finally` or, without one, in the statement around this one.
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
