import { errorText } from '../../text/error-text.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';
import type { FindNode } from './find-expression.ts';
import { parseFind } from './find-expression.ts';
import { findHelp } from './find-help.ts';

const specification = { flags: 'HLP', others: findHelp };

export const find: Command = async (context) => {
  answerInformation(
    context.args.map((argument) => argument.replace(/^-(?=(?:help|version)$)/, '--')),
    specification,
  );
  const split = context.args.findIndex((argument) => /^(?:-.|[(!])/.test(argument) && !/^-[HLP]$/.test(argument));
  const leading = split === -1 ? context.args : context.args.slice(0, split);
  const paths = leading.filter((argument) => !/^-[HLP]$/.test(argument));
  const { node, options } = parseFind(split === -1 ? [] : context.args.slice(split), context);
  const finder = new Finder(context, node, options, leading.includes('-L'));
  for (const path of paths.length === 0 ? ['.'] : paths) await finder.start(path);
  return finder.finish();
};

class Finder {
  readonly #context: CommandContext;
  readonly #node: FindNode;
  readonly #options: { minDepth: number; maxDepth: number; isDepthFirst: boolean };
  readonly #isFollowing: boolean;
  #exitCode = 0;

  constructor(
    context: CommandContext,
    node: FindNode,
    options: { minDepth: number; maxDepth: number; isDepthFirst: boolean },
    isFollowing: boolean,
  ) {
    this.#context = context;
    this.#node = node;
    this.#options = options;
    this.#isFollowing = isFollowing;
  }

  async start(path: string): Promise<void> {
    if (this.#context.files.find(path, false) === null) {
      await this.#complain(path, 'No such file or directory');
      return;
    }
    await this.#visit(path, 0);
  }

  async finish(): Promise<number> {
    await this.#node.finish();
    return this.#exitCode;
  }

  async #complain(path: string, text: string): Promise<void> {
    await this.#context.stdout.flush();
    await this.#context.stderr.writeLine(`find: '${path}': ${text}`);
    this.#exitCode = 1;
  }

  async #visit(path: string, depth: number): Promise<void> {
    this.#context.signal.throwIfAborted();
    const { files } = this.#context;
    const status = (this.#isFollowing ? files.find(path) : null) ?? files.find(path, false);
    if (status === null) return;
    const entry = { path, depth, status, isPruned: false };
    const isShown = depth >= this.#options.minDepth;
    if (isShown && !this.#options.isDepthFirst) await this.#node.test(entry);
    if (status.kind === 'directory' && depth < this.#options.maxDepth && !entry.isPruned) await this.#children(path, depth);
    if (isShown && this.#options.isDepthFirst) await this.#node.test(entry);
  }

  async #children(path: string, depth: number): Promise<void> {
    try {
      for (const item of this.#context.files.list(path)) await this.#visit(joinPath(path, item.name), depth + 1);
    } catch (error) {
      if (this.#context.signal.aborted || error instanceof CommandError) throw error;
      await this.#complain(path, errorText(error));
    }
  }
}
