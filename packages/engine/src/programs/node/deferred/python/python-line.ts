export interface PythonLine {
  kind: 'code' | 'module' | 'file' | 'input' | 'version' | 'help';
  /** The code, the module's name or the file. */
  target: string;
  /** The value of `sys.argv`. */
  argv: string[];
  isInteractive: boolean;
}

/** Options with a value that have no effect here. */
const passedOver = ['-W', '-X', '--check-hash-based-pycs'];

/** Parses `python3 [options] [-c code | -m module | file | -] [arguments]`; returns a text if the line is invalid. */
export function readPythonLine(args: readonly string[]): PythonLine | string {
  let isInteractive = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const rest = args.slice(index + 1);
    if (arg === '-' || !arg.startsWith('-')) {
      const argv = [arg === '-' ? '-' : arg, ...rest];
      return { kind: arg === '-' ? 'input' : 'file', target: arg, argv, isInteractive };
    }
    if (arg === '-V' || arg === '--version') return { kind: 'version', target: '', argv: [], isInteractive };
    if (arg === '-h' || arg === '--help') return { kind: 'help', target: '', argv: [], isInteractive };
    if (passedOver.includes(arg)) {
      index += 1;
      continue;
    }
    const [, flags = '', last = '', joined = ''] = /^-([bBdEiIOPqsSuvx]*)([cm]?)(.*)$/s.exec(arg) ?? [];
    if (flags === '' && last === '') return `Unknown option: ${arg}`;
    if (flags.includes('i')) isInteractive = true;
    if (last === '') {
      if (joined !== '') return `Unknown option: ${arg}`;
      continue;
    }
    const target = joined === '' ? rest[0] : joined;
    if (target === undefined) return `Argument expected for the -${last} option`;
    const argv = [last === 'c' ? '-c' : '-m', ...(joined === '' ? rest.slice(1) : rest)];
    return { kind: last === 'c' ? 'code' : 'module', target, argv, isInteractive };
  }
  return { kind: 'input', target: '-', argv: [''], isInteractive };
}
