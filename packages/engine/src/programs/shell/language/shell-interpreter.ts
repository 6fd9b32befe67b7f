import type {
  AndOr,
  ArithmeticExpression,
  Case,
  Command,
  CommandNode,
  CompoundList,
  Function as FunctionNode,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
} from 'unbash';
import { OpenFile } from '../streams/open-file.ts';
import { patternRegExp } from '../text/glob-pattern.ts';
import { conditionalCode } from './conditional.ts';
import { arithmeticText } from './expand/arithmetic-text.ts';
import { computeArithmetic, expandToPattern, expandToText, expandWords } from './expand/expand-word.ts';
import { parseScript } from './parse-script.ts';
import { reportTime } from './pipeline-time.ts';
import { applyRedirections, RedirectionError } from './redirections.ts';
import { runDebugTrap, runPseudoTrap, runSignalTraps } from './run-traps.ts';
import { selectChoices } from './select-choices.ts';
import { SimpleCommandRunner } from './simple-command.ts';
import { ExitSignal, ExpansionError, LoopSignal } from './state/control-flow.ts';
import type { ArgumentOptions, Execution, Interpreter } from './state/execution.ts';
import { report } from './state/report.ts';
import { ReadonlyVariableError } from './state/variables.ts';
import { runStatementInBackground, runSubshell } from './subshell.ts';
import { commandOutput, processSubstitution } from './substitutions.ts';
import { traceLine } from './trace.ts';
import { EventYielder } from './yield-to-events.ts';

/** Walks and runs unbash's tree. One instance serves a shell and all its subshells. */
export class ShellInterpreter implements Interpreter {
  readonly #commands = new SimpleCommandRunner();
  readonly #yielder = new EventYielder();
  /** The source text to which a function's positions refer. */
  readonly #sources = new WeakMap<FunctionNode, string>();

  async runSource(source: string, execution: Execution, origin: SourceOrigin = {}): Promise<number> {
    const result = parseScript(source);
    const { state } = execution;
    const former = { source: state.source, position: state.position };
    const { script } = result.status === 'error' ? { script: undefined } : result;
    if (script !== undefined) {
      // A here-document without its delimiter is accepted with a warning.
      if (result.status === 'incomplete' && result.message.startsWith('warning')) {
        await report(execution, result.message);
        return this.runSource(`${source}\n${result.ending ?? ''}\n`, execution, origin);
      }
      if (state.options.noexec) return 0;
      if (!state.isInTrap) Object.assign(state, { source, position: 0 });
      try {
        return await this.runScript(script, execution);
      } finally {
        Object.assign(state, former);
      }
    }
    if (result.status === 'complete') return 0;
    const prefix = origin.name === undefined ? '' : `${origin.name}: `;
    await report(execution, `${prefix}${result.line > 1 || prefix !== '' ? `line ${result.line}: ` : ''}${result.message}`);
    if (prefix === 'eval: ' && result.status === 'error') {
      await report(execution, `${prefix}line ${result.line}: \`${source.split('\n')[result.line - 1] ?? ''}'`);
    }
    execution.state.lastExitCode = 2;
    return 2;
  }

  async runScript(script: ParsedScript, execution: Execution): Promise<number> {
    return this.#statements(script.commands, execution);
  }

  runArguments(argv: string[], execution: Execution, options: ArgumentOptions = {}): Promise<number> {
    return this.#commands.runArguments(argv, execution, options);
  }

  commandOutput(script: ParsedScript, execution: Execution): Promise<string> {
    return commandOutput(execution, script, (inner) => this.runScript(script, inner));
  }

  processSubstitution(script: ParsedScript, operator: '<' | '>', execution: Execution): Promise<string> {
    return processSubstitution(operator, execution, (inner) => this.runScript(script, inner));
  }

  async #statements(statements: readonly Statement[], execution: Execution): Promise<number> {
    let exitCode = 0;
    const before = isNotLast(execution);
    for (const [index, statement] of statements.entries()) {
      await this.#yielder.pause(execution.signal);
      exitCode = await this.#statement(statement, index === statements.length - 1 ? execution : before);
      if (!execution.signals.isEmpty) await runSignalTraps(execution);
    }
    return exitCode;
  }

  async #statement(statement: Statement, execution: Execution): Promise<number> {
    const { command } = statement;
    if (statement.background === true) {
      return runStatementInBackground(command, isNotLast(execution), (inner) => this.#andOr(command, inner));
    }
    return this.#andOr(command, execution);
  }

  async #andOr(node: AndOr | PipelineNode, execution: Execution): Promise<number> {
    if (node.type !== 'AndOr') return this.#pipelineNode(node, execution);
    let exitCode = 0;
    for (const [index, command] of node.commands.entries()) {
      const operator = node.operators[index - 1];
      if (index > 0 && (exitCode === 0) !== (operator === '&&')) continue;
      const isLast = index === node.commands.length - 1;
      exitCode = await this.#pipelineNode(command, isLast ? execution : { ...execution, isCondition: true, isLast: false });
    }
    return exitCode;
  }

  async #pipelineNode(node: PipelineNode, execution: Execution): Promise<number> {
    if (node.type === 'Pipeline') return this.#pipeline(node, isNotLast(execution));
    return this.#checked(node, execution);
  }

  /** Runs one command, converts expansion errors to exit codes and applies `set -e`. */
  async #checked(node: CommandNode, execution: Execution): Promise<number> {
    let exitCode: number;
    try {
      if (isJudged(node)) {
        if (!execution.state.isInTrap) execution.state.position = node.pos;
        await runDebugTrap(node, execution);
      }
      exitCode = await this.#command(node, node.type === 'Command' ? execution : isNotLast(execution));
    } catch (error) {
      exitCode = await this.#recovered(error, execution);
    }
    execution.state.lastExitCode = exitCode;
    execution.state.pipeStatus = [exitCode];
    await this.#afterCommand(node, exitCode, execution);
    return exitCode;
  }

  async #afterCommand(node: CommandNode, exitCode: number, execution: Execution): Promise<void> {
    if (exitCode === 0 || execution.isCondition) return;
    // A compound command fails because of a command inside it, which was already checked.
    if (!isJudged(node)) return;
    const trap = execution.state.traps.get('ERR');
    if (trap !== undefined && trap !== '') await runPseudoTrap(trap, execution);
    execution.state.lastExitCode = exitCode;
    if (execution.state.options.errexit) throw new ExitSignal(exitCode);
  }

  async #recovered(error: unknown, execution: Execution): Promise<number> {
    if (error instanceof RedirectionError) {
      await report(execution, error.message);
      return 1;
    }
    if (error instanceof ExpansionError || error instanceof ReadonlyVariableError) {
      await report(execution, error.message);
      const isFatal = error instanceof ReadonlyVariableError || error.isFatal;
      const { state } = execution;
      // Bash returns 127 when a whole `-c` text ends this way, and 1 everywhere else.
      const isWhole = state.isCommandText && !state.isSubshell && !state.options.errexit;
      if (isFatal && !state.isInteractive) throw new ExitSignal(error instanceof ExpansionError && isWhole ? error.exitCode : 1);
      return 1;
    }
    throw error;
  }

  async #pipeline(pipeline: Pipeline, execution: Execution): Promise<number> {
    const isNegated = pipeline.prefixes.filter((prefix) => prefix.type === 'Negation').length % 2 === 1;
    const isTimed = pipeline.prefixes.some((prefix) => prefix.type === 'Time');
    const startedAt = performance.now();
    const inner = isNegated ? { ...execution, isCondition: true } : execution;
    const [only] = pipeline.commands;
    let exitCode = 0;
    if (pipeline.commands.length === 1 && only !== undefined) exitCode = await this.#checked(only, inner);
    else if (pipeline.commands.length > 1) exitCode = await this.#connected(pipeline, inner);
    if (isTimed) await reportTime(performance.now() - startedAt, pipeline.prefixes, execution);
    if (isNegated) exitCode = exitCode === 0 ? 1 : 0;
    execution.state.lastExitCode = exitCode;
    return exitCode;
  }

  /** Runs all parts at once, each in a subshell, connected by pipes. */
  async #connected(pipeline: Pipeline, execution: Execution): Promise<number> {
    const { system } = execution.program;
    const running: Promise<number>[] = [];
    let previous: OpenFile | null = null;
    for (const [index, command] of pipeline.commands.entries()) {
      const files = execution.files.fork();
      if (previous !== null) files.set(0, previous);
      if (index < pipeline.commands.length - 1) {
        const [readEnd, writeEnd] = system.sync('pipe');
        previous = OpenFile.pipeEnd(system, readEnd);
        const writer = OpenFile.pipeEnd(system, writeEnd);
        files.set(1, writer);
        if (pipeline.operators[index] === '|&') files.set(2, writer.retain());
      }
      running.push(runSubshell(execution, files, (inner) => this.#checked(command, inner)));
    }
    const exitCodes = await settledCodes(running);
    execution.state.pipeStatus = exitCodes;
    const last = exitCodes.at(-1) ?? 0;
    const exitCode = execution.state.options.pipefail ? (exitCodes.findLast((code) => code !== 0) ?? 0) : last;
    execution.state.lastExitCode = exitCode;
    execution.signal.throwIfAborted();
    if (exitCode !== 0 && !execution.isCondition && execution.state.options.errexit) throw new ExitSignal(exitCode);
    return exitCode;
  }

  async #command(node: CommandNode, execution: Execution): Promise<number> {
    switch (node.type) {
      case 'Command':
        return this.#simple(node, execution);
      case 'Function':
        execution.state.functions.set(node.name.value, node);
        this.#sources.set(node, execution.state.source);
        return 0;
      case 'Redirected': {
        const files = execution.files.fork();
        const inner = { ...execution, files, temporaryDescriptors: [], temporaryReaders: [] as Promise<number>[] };
        try {
          await applyRedirections(node.redirects, files, inner);
          return await this.#command(node.command, inner);
        } finally {
          files.dispose();
          if (inner.temporaryReaders.length > 0) await Promise.all(inner.temporaryReaders);
        }
      }
      case 'Subshell':
        return runSubshell(execution, execution.files.fork(), (inner) => this.#statements(node.body.commands, inner));
      case 'BraceGroup':
        return this.#statements(node.body.commands, execution);
      case 'TestCommand':
        return conditionalCode(node.expression, execution);
      case 'ArithmeticCommand':
        return this.#arithmeticCommand(node.body, execution);
      case 'Case':
        return this.#case(node, execution);
      case 'Coproc':
        throw new ExpansionError('coproc: not supported', false);
      default:
        return this.#loopOrBranch(node, execution);
    }
  }

  async #loopOrBranch(
    node: Extract<CommandNode, { type: 'If' | 'For' | 'While' | 'ArithmeticFor' | 'Select' }>,
    execution: Execution,
  ): Promise<number> {
    const condition = { ...execution, isCondition: true };
    switch (node.type) {
      case 'If': {
        if ((await this.#list(node.clause, condition)) === 0) return this.#list(node.then, execution);
        for (const branch of node.elif) {
          if ((await this.#list(branch.clause, condition)) === 0) return this.#list(branch.then, execution);
        }
        return node.else === undefined ? 0 : this.#list(node.else, execution);
      }
      case 'For': {
        const items = node.wordlist === undefined ? execution.state.positional : await expandWords(node.wordlist, execution);
        const iterator = items[Symbol.iterator]();
        return this.#loop(node.body, execution, async () => {
          const next = iterator.next();
          if (execution.state.options.xtrace && next.done !== true)
            await traceLine(`for ${node.name.value} in ${items.join(' ')}`, execution);
          if (next.done !== true) execution.state.variables.setText(node.name.value, next.value);
          return next.done !== true;
        });
      }
      case 'While':
        return this.#loop(node.body, execution, async () => ((await this.#list(node.clause, condition)) === 0) === (node.kind === 'while'));
      case 'ArithmeticFor': {
        await this.#arithmetic(node.initialize, execution);
        let isFirst = true;
        return this.#loop(node.body, execution, async () => {
          if (!isFirst) await this.#arithmetic(node.update, execution);
          isFirst = false;
          return node.test === undefined || (await this.#arithmetic(node.test, execution)) !== 0n;
        });
      }
      case 'Select':
        return this.#loop(node.body, execution, await selectChoices(node, execution));
    }
  }

  #list(list: CompoundList, execution: Execution): Promise<number> {
    return this.#statements(list.commands, execution);
  }

  async #loop(body: CompoundList, execution: Execution, advance: () => Promise<boolean>): Promise<number> {
    let exitCode = 0;
    execution.state.loopDepth += 1;
    try {
      for (;;) {
        await this.#yielder.pause(execution.signal);
        try {
          if (!(await advance())) return exitCode;
          exitCode = await this.#list(body, execution);
        } catch (error) {
          if (!(error instanceof LoopSignal)) throw error;
          exitCode = 0;
          if (error.depth > 1 && execution.state.loopDepth > 1) throw new LoopSignal(error.kind, error.depth - 1);
          if (error.kind === 'break') return 0;
        }
      }
    } finally {
      execution.state.loopDepth -= 1;
    }
  }

  async #arithmetic(expression: ArithmeticExpression | undefined, execution: Execution): Promise<bigint> {
    return expression === undefined ? 0n : computeArithmetic(arithmeticText(expression), execution);
  }

  /** An error in `((…))` is only a failure; in `$((…))` it ends the shell. */
  async #arithmeticCommand(body: string, execution: Execution): Promise<number> {
    if (execution.state.options.xtrace) await traceLine(`(( ${body.trim()} ))`, execution);
    try {
      return (await computeArithmetic(body, execution)) === 0n ? 1 : 0;
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error;
      throw new ExpansionError(`((: ${error.message}`, false);
    }
  }

  async #case(node: Case, execution: Execution): Promise<number> {
    const text = await expandToText(node.word, execution);
    const isCaseInsensitive = execution.state.options.nocasematch;
    let exitCode = 0;
    let isFallingThrough = false;
    for (const item of node.items) {
      let isMatch = isFallingThrough;
      for (const pattern of item.pattern) {
        isMatch ||= patternRegExp(await expandToPattern(pattern, execution), { isCaseInsensitive }).test(text);
      }
      if (!isMatch) continue;
      exitCode = await this.#list(item.body, execution);
      if (item.terminator === ';;&') {
        isFallingThrough = false;
        continue;
      }
      if (item.terminator !== ';&') return exitCode;
      isFallingThrough = true;
    }
    return exitCode;
  }

  async #simple(node: Command, execution: Execution): Promise<number> {
    const temporaryDescriptors: number[] = [];
    const temporaryReaders: Promise<number>[] = [];
    try {
      return await this.#commands.run(node, { ...execution, temporaryDescriptors, temporaryReaders }, (definition, inner) =>
        this.#function(definition, inner),
      );
    } finally {
      for (const number of temporaryDescriptors) execution.files.close(number);
      // After `exec > >(command)`, the command reads for as long as the shell writes.
      if (node.name?.text === 'exec') execution.jobs.outputReaders.push(...temporaryReaders);
      else if (temporaryReaders.length > 0) await Promise.all(temporaryReaders);
    }
  }

  async #function(definition: FunctionNode, execution: Execution): Promise<number> {
    const { body } = definition;
    const { state } = execution;
    const former = { source: state.source, position: state.position };
    state.source = this.#sources.get(definition) ?? state.source;
    try {
      return await (body.type === 'CompoundList' ? this.#list(body, execution) : this.#command(body, execution));
    } finally {
      Object.assign(state, former);
    }
  }
}

/** The source named in error messages; empty for the shell's own text. */
export interface SourceOrigin {
  name?: string;
}

function isNotLast(execution: Execution): Execution {
  return execution.isLast ? { ...execution, isLast: false } : execution;
}

/** Returns true for commands whose failure counts for `set -e` and ERR; a compound command fails because of one of these inside it. */
function isJudged(node: CommandNode): boolean {
  return node.type === 'Command' || node.type === 'TestCommand' || node.type === 'ArithmeticCommand' || node.type === 'Subshell';
}

/** Waits for all parts before the pipeline ends, even if one of them was interrupted. */
async function settledCodes(running: readonly Promise<number>[]): Promise<number[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
