import { BUILT_IN_MARK, builtInPrograms, isProgramName } from '../../abi/built-in-programs.ts';
import { systemError } from '../../abi/error-codes.ts';
import type { ProgramName } from '../../abi/program.ts';
import { SystemError } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';

/** Deep enough for a script whose interpreter is a script. */
const MAX_INTERPRETERS = 4;
/** Linux's BINPRM_BUF_SIZE. */
const FIRST_LINE_BYTES = 256;
const EXECUTE_BITS = 0o111;

export interface Executable {
  program: ProgramName;
  args: string[];
}

export interface ExecutableRequest {
  /** A path, or a name to be looked up. */
  file: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

/** Returns what `execvp` would run: a built-in program, and its arguments. */
export function findExecutable(fileSystem: FileSystem, request: ExecutableRequest, depth = 0): Executable {
  if (depth > MAX_INTERPRETERS) throw systemError('ELOOP');
  const { file, args } = request;
  if (file === '') throw systemError('ENOENT');
  const builtIn = file.includes('/') ? undefined : builtInPrograms.get(file);
  if (builtIn !== undefined) return { program: builtIn, args };
  const found = findFile(fileSystem, request);
  // An interpreter receives the script's path as given, as from execve.
  const path = file.includes('/') ? file : found;
  const line = firstLine(fileSystem, found);
  if (line.startsWith(BUILT_IN_MARK)) {
    const program = line.slice(BUILT_IN_MARK.length);
    if (isProgramName(program)) return { program, args };
  }
  if (!line.startsWith('#!')) {
    if (line.includes('\0')) throw systemError('ENOEXEC');
    // A text file without an interpreter is run by the shell.
    return { program: 'jsh', args: ['sh', path, ...args.slice(1)] };
  }
  const [interpreter = '', option] = splitInterpreterLine(line.slice(2).trim());
  return runInterpreter(fileSystem, request, { interpreter, option, path }, depth);
}

function runInterpreter(
  fileSystem: FileSystem,
  request: ExecutableRequest,
  script: { interpreter: string; option: string | undefined; path: string },
  depth: number,
): Executable {
  const { interpreter, option, path } = script;
  const rest = [path, ...request.args.slice(1)];
  const name = interpreter.slice(interpreter.lastIndexOf('/') + 1);
  // `env` only looks up a name here; doing it directly saves a process.
  const words = name === 'env' && option !== undefined ? wordsForEnv(option) : null;
  if (words !== null) {
    const [file = '', ...own] = words;
    return findExecutable(fileSystem, { ...request, file, args: [file, ...own, ...rest] }, depth + 1);
  }
  const own = option === undefined ? [] : [option];
  // Elsewhere, interpreters may be in other places (/usr/local/bin/node).
  const file = fileSystem.exists(interpreter) || !builtInPrograms.has(name) ? interpreter : name;
  return findExecutable(fileSystem, { ...request, file, args: [interpreter, ...own, ...rest] }, depth + 1);
}

/** `node` → [node]; `-S node --flag` → [node, --flag]; `null` if env does more than look up a name. */
function wordsForEnv(option: string): string[] | null {
  const split = /^-S\s*(.+)$/.exec(option)?.[1];
  const words = split === undefined ? [option] : split.split(/\s+/);
  const first = words[0] ?? '';
  return first === '' || first.startsWith('-') || first.includes('=') || /["'\\$#]/.test(option) ? null : words;
}

function splitInterpreterLine(line: string): [string, string?] {
  const match = /^(\S+)\s+(.+)$/.exec(line);
  return match?.[1] === undefined || match[2] === undefined ? [line] : [match[1], match[2]];
}

function findFile(fileSystem: FileSystem, { file, env, cwd }: ExecutableRequest): string {
  if (file.includes('/')) return checkExecutable(fileSystem, file.startsWith('/') ? file : `${cwd}/${file}`);
  let refusal: SystemError | null = null;
  for (const folder of (env.PATH ?? '').split(':')) {
    const path = folder.startsWith('/') ? `${folder}/${file}` : `${cwd}/${folder}/${file}`;
    try {
      return checkExecutable(fileSystem, path);
    } catch (error) {
      // The search continues past a file that is not executable, and reports it only if no other file is found.
      if (error instanceof SystemError && error.code === 'EACCES') refusal = error;
    }
  }
  throw refusal ?? systemError('ENOENT');
}

function checkExecutable(fileSystem: FileSystem, path: string): string {
  const status = fileSystem.stat(path);
  if (status.kind !== 'file' || (status.mode & EXECUTE_BITS) === 0) throw systemError('EACCES');
  return path;
}

function firstLine(fileSystem: FileSystem, path: string): string {
  const start = fileSystem.readFile(path).slice(0, FIRST_LINE_BYTES);
  const text = new TextDecoder().decode(start);
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}
