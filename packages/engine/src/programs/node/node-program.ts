import type { Program, ProgramContext } from '../../abi/program.ts';
import { optionList, runTestCommand, startRepl } from './builtins/deferred-modules.ts';
import { ProcessExit } from './builtins/process/process-module.ts';
import { receiveThreadStart } from './builtins/worker-threads/run-thread.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { loadEnvironmentFiles } from './environment-files.ts';
import { runEvaluated } from './evaluated-program.ts';
import { runHooksThread } from './loader/hooks/run-hooks-thread.ts';
import { pathToFileUrl } from './loader/module-files.ts';
import { leaveTurbopack, NEXT_PROGRAM } from './next-program.ts';
import { NodeRuntime } from './node-runtime.ts';
import { NODE_VERSION } from './node-version.ts';
import { runTool, toolOf } from './run-tool.ts';
import { runWatched } from './watch-mode.ts';

async function writeText(context: ProgramContext, descriptor: number, text: string): Promise<void> {
  let rest: Uint8Array = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(await context.system.async('write', descriptor, new Uint8Array(rest), null));
}

async function readStandardInput(context: ProgramContext): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const chunk = await context.system.async('read', 0, 65_536, null);
    if (chunk.length === 0) return text + decoder.decode();
    text += decoder.decode(chunk, { stream: true });
  }
}

/** Loads the modules of `-r`, `--loader` and `--import` before the program. */
async function preload(runtime: NodeRuntime, line: CommandLine): Promise<void> {
  const parent = `${pathToFileUrl(runtime.context.cwd)}/`;
  for (const specifier of line.requires)
    runtime.host.loop.run(() => runtime.loader.createVirtualModule('internal-preload').require(specifier));
  for (const specifier of line.loaders) runtime.loader.modules.register(specifier, `${parent}noop.js`, undefined);
  for (const specifier of line.imports) await runtime.loader.importDynamically(specifier, `${parent}noop.js`, undefined);
}

async function runFile(runtime: NodeRuntime, line: CommandLine, path: string): Promise<number> {
  let main: string;
  try {
    main = runtime.loader.resolveMain(path);
  } catch (error) {
    runtime.start(() => {
      throw error;
    });
    return runtime.ended;
  }
  runtime.process.argv[1] = main;
  if (main.endsWith(NEXT_PROGRAM)) await writeText(runtime.context, 2, leaveTurbopack(runtime, main));
  const beforehand = runtime.loader.nativeCode.sayBefore(main);
  if (beforehand !== null) await writeText(runtime.context, 2, beforehand);
  await runtime.loader.prepareMain(main);
  await preload(runtime, line);
  runtime.start(() => runtime.loader.runMain(main));
  return runtime.ended;
}

async function runTests(runtime: NodeRuntime, line: CommandLine): Promise<number> {
  const patterns = [...(line.command.kind === 'file' ? [line.command.path] : []), ...line.args];
  runtime.start(() =>
    runTestCommand(runtime.host, patterns).then((exitCode) => runtime.host.loop.run(() => runtime.process.exit(exitCode))),
  );
  return runtime.ended;
}

async function checkFile(runtime: NodeRuntime, path: string): Promise<number> {
  runtime.start(() => {
    const main = runtime.loader.resolveMain(path);
    const source = runtime.loader.sources.readScript(main);
    if (runtime.loader.sources.formatOf(main, () => source) === 'module') runtime.loader.sources.rewrite(source, pathToFileUrl(main));
    else new Function(source.replace(/^#!.*/, ''));
    return null;
  });
  return runtime.ended;
}

/** Runs a thread of an existing process. */
async function runThread(context: ProgramContext, control: MessagePort): Promise<number> {
  const { info, ports } = await receiveThreadStart(control);
  const { program, argv, execArgv } = info.start;
  // The program's name is not among node's own options, so only the options are parsed here.
  const line = parseCommandLine(execArgv, NODE_VERSION);
  line.title = parseCommandLine(environmentOptions(context), NODE_VERSION).title;
  const script = program.kind === 'file' ? [program.path] : program.kind === 'url' ? [program.url] : [];
  const runtime = new NodeRuntime(
    context,
    { argv: [...(script.length === 0 ? ['[worker eval]'] : script), ...argv], execArgv: line.execArgv },
    { info, ports },
  );
  runtime.loader.resolver.addConditions(line.conditions);
  if (line.title !== null) runtime.process.title = line.title;
  runtime.rejections.mode = line.unhandledRejections;
  runtime.sourceMaps.isEnabled = line.enablesSourceMaps;
  info.post({ type: 'online' });
  try {
    if (program.kind === 'file') return await runFile(runtime, line, program.path);
    if (program.kind === 'hooks') {
      runtime.start(() => {
        runHooksThread(runtime);
        return null;
      });
      return await runtime.ended;
    }
    await preload(runtime, line);
    if (program.kind === 'url') {
      runtime.start(() => runtime.loader.importMain(program.url));
      return await runtime.ended;
    }
    const isModule = line.command.kind === 'stdin' ? line.command.isModule : null;
    return await runEvaluated(runtime, { source: program.source, isPrinted: false, isModule, name: '[worker eval]' });
  } catch (error) {
    if (error instanceof ProcessExit) return error.exitCode;
    runtime.uncaught(error, false);
    return runtime.ended;
  }
}

/** Returns the options that `NODE_OPTIONS` adds in front of the command line. */
function environmentOptions({ env }: ProgramContext): string[] {
  const words = env.NODE_OPTIONS?.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ''));
}

const COVERAGE_SENTENCE =
  "node: coverage is not measured: V8's counters are out of reach in a browser. Instead: jest --coverage, vitest with coverage.provider 'istanbul', or nyc.\n";

/**
 * Reports that coverage is unavailable, for `node --test --experimental-test-coverage`, c8 and vitest's provider `v8`. Removes
 * `NODE_V8_COVERAGE`, so that child processes do not repeat it.
 */
async function sayWithoutCoverage(context: ProgramContext, { execArgv }: CommandLine): Promise<void> {
  const { NODE_V8_COVERAGE: folder = '' } = context.env;
  const isAsked = execArgv.includes('--experimental-test-coverage') && context.env.NODE_TEST_CONTEXT === undefined;
  if (folder === '' && !isAsked) return;
  delete context.env.NODE_V8_COVERAGE;
  await writeText(context, 2, COVERAGE_SENTENCE);
}

/** Returns whether a REPL starts: `node -i`, or `node` alone on a terminal. */
function entersRepl({ system, args }: ProgramContext, { command, isInteractive, isTest }: CommandLine): boolean {
  if (command.kind !== 'stdin' || isTest) return false;
  return isInteractive || (args.at(-1) !== '-' && command.isModule === null && system.sync('isTerminal', 0));
}

async function runRepl(runtime: NodeRuntime): Promise<number> {
  runtime.start(() => {
    startRepl(runtime.host);
    return null;
  });
  return runtime.ended;
}

/** The program `node`. */
export const nodeProgram: Program = async (context) => {
  if (context.threadPort !== undefined) return runThread(context, context.threadPort);
  const tool = toolOf(context.args);
  if (tool !== null) return runTool(new NodeRuntime(context, { argv: [tool, ...context.args.slice(1)], execArgv: [] }), tool);
  const line = parseCommandLine([...environmentOptions(context), ...context.args.slice(1)], NODE_VERSION);
  line.execArgv.splice(0, environmentOptions(context).length);
  const { command } = line;
  if (command.kind === 'print') {
    await writeText(context, 1, command.text);
    return 0;
  }
  if (command.kind === 'list') {
    const { host } = new NodeRuntime(context, { argv: [], execArgv: [] });
    await writeText(context, 1, optionList(host, command.name));
    return 0;
  }
  if (command.kind === 'error') {
    await writeText(context, 2, `${command.message}\n`);
    return 9;
  }
  if (line.watches) {
    if (command.kind === 'file' || line.isTest) return runWatched(context, line);
    await writeText(context, 2, 'node: --watch requires specifying a file\n');
    return 9;
  }
  await sayWithoutCoverage(context, line);
  const envError = loadEnvironmentFiles(context, line.envFiles);
  if (envError !== null) {
    await writeText(context, 2, `node: ${envError}\n`);
    return 9;
  }
  const script = command.kind === 'file' || command.kind === 'check' ? [command.path] : [];
  const isRepl = entersRepl(context, line);
  const source = command.kind === 'stdin' && !isRepl ? await readStandardInput(context) : '';
  const runtime = new NodeRuntime(context, { argv: [...script, ...line.args], execArgv: line.execArgv });
  runtime.loader.resolver.addConditions(line.conditions);
  if (line.title !== null) runtime.process.title = line.title;
  runtime.rejections.mode = line.unhandledRejections;
  runtime.sourceMaps.isEnabled = line.enablesSourceMaps;
  if (line.noWarnings) runtime.process.noWarnings = true;
  try {
    if (command.kind === 'file' && !line.isTest) return await runFile(runtime, line, command.path);
    if (line.isTest) return await runTests(runtime, line);
    if (command.kind === 'check') return await checkFile(runtime, command.path);
    await preload(runtime, line);
    if (isRepl) return await runRepl(runtime);
    if (command.kind === 'stdin')
      return await runEvaluated(runtime, { source, isPrinted: false, isModule: command.isModule, name: '[stdin]' });
    if (command.kind === 'evaluate') runtime.process._eval = command.source;
    if (command.kind === 'evaluate') return await runEvaluated(runtime, { ...command, name: '[eval]' });
    return 9;
  } catch (error) {
    if (error instanceof ProcessExit) return error.exitCode;
    runtime.uncaught(error, false);
    return runtime.ended;
  }
};
