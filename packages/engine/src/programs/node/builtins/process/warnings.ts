import { invalidArgumentType } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { NodeProcess } from './node-process.ts';

interface Warning extends Error {
  code?: string;
  detail?: string;
}

interface WarningOptions {
  type: string;
  code: string | undefined;
  detail: string | undefined;
}

function checkText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidArgumentType(name, 'of type string', value);
}

/** Reads `(warning, options)` and `(warning, type, code, constructor)`. */
function optionsOf([first, second]: unknown[]): WarningOptions {
  if (typeof first === 'object' && first !== null && !Array.isArray(first)) {
    const given = first as Partial<Record<string, unknown>>;
    return {
      type: (given.type ? checkText('type', given.type) : undefined) ?? 'Warning',
      code: checkText('code', typeof given.code === 'function' ? undefined : given.code),
      detail: typeof given.detail === 'string' ? given.detail : undefined,
    };
  }
  const type = typeof first === 'function' ? undefined : checkText('type', first);
  const code = typeof second === 'function' || typeof first === 'function' ? undefined : checkText('code', second);
  return { type: type || 'Warning', code, detail: undefined };
}

function createWarning(given: unknown, rest: unknown[]): Warning {
  const { type, code, detail } = optionsOf(rest);
  if (given instanceof Error) return given;
  if (typeof given !== 'string') throw invalidArgumentType('warning', 'of type string or an instance of Error', given);
  const warning: Warning = Object.assign(new Error(given), { name: String(type) });
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  return warning;
}

function valuesOf(host: NodeHost, process: NodeProcess, name: string): string[] {
  const fromOptions = `${host.context.env.NODE_OPTIONS ?? ''}`.split(/\s+/);
  return [...fromOptions, ...(process.execArgv as string[])]
    .filter((word) => word.startsWith(`${name}=`))
    .map((word) => word.slice(name.length + 1));
}

function hasOption(host: NodeHost, process: NodeProcess, name: string): boolean {
  return `${host.context.env.NODE_OPTIONS ?? ''}`.split(/\s+/).includes(name) || (process.execArgv as string[]).includes(name);
}

export function isPendingDeprecationShown({ context: { env } }: NodeHost, execArgv: string[]): boolean {
  if (env.NODE_PENDING_DEPRECATION === '1') return true;
  return [...execArgv, ...`${env.NODE_OPTIONS ?? ''}`.split(/\s+/)].includes('--pending-deprecation');
}

function textOf(process: NodeProcess, warning: Warning, isTraced: boolean): string {
  const code = warning.code === undefined ? '' : ` [${warning.code}]`;
  const body = isTraced && warning.stack ? warning.stack : `${warning.name}: ${warning.message}`;
  const detail = typeof warning.detail === 'string' ? `\n${warning.detail}` : '';
  return `(node:${String(process.pid)})${code} ${body}${detail}\n`;
}

/** Adds `process.emitWarning`, and prints warnings. */
export function addWarnings(host: NodeHost, process: NodeProcess): void {
  const isSilenced = (warning: Warning) =>
    valuesOf(host, process, '--disable-warning').some((name) => name === warning.name || name === warning.code);
  process.emitWarning = (given: unknown, ...rest: unknown[]) => {
    const warning = createWarning(given, rest);
    if (warning.name === 'DeprecationWarning') {
      if (process.noDeprecation === true) return;
      if (process.throwDeprecation === true)
        return host.loop.nextTick(() => {
          throw warning;
        }, []);
    }
    host.loop.nextTick(() => process.emit('warning', warning), []);
  };
  if (hasOption(host, process, '--no-deprecation')) process.noDeprecation = true;
  if (hasOption(host, process, '--throw-deprecation')) process.throwDeprecation = true;
  if (hasOption(host, process, '--trace-deprecation')) process.traceDeprecation = true;
  if (hasOption(host, process, '--no-warnings') || host.context.env.NODE_NO_WARNINGS === '1') return;
  let hasHinted = false;
  process.on('warning', (warning: unknown) => {
    if (!(warning instanceof Error) || process.noWarnings === true || isSilenced(warning)) return;
    const isDeprecation = warning.name === 'DeprecationWarning';
    if (isDeprecation && process.noDeprecation === true) return;
    const isTraced = hasOption(host, process, '--trace-warnings') || (isDeprecation && process.traceDeprecation === true);
    let text = textOf(process, warning, isTraced);
    const file = valuesOf(host, process, '--redirect-warnings')[0] ?? host.context.env.NODE_REDIRECT_WARNINGS;
    if (!isTraced && !hasHinted) {
      hasHinted = true;
      text += `(Use \`node ${isDeprecation ? '--trace-deprecation' : '--trace-warnings'} ...\` to show where the warning was created)\n`;
    }
    if (file) (host.builtin('fs').appendFileSync as (path: string, text: string) => void)(file, text);
    else (process.stderr as { write(text: string): void }).write(text);
  });
}
