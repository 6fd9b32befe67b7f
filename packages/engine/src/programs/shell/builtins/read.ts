import { parseOptions } from '../coreutils/parse-options.ts';
import { fieldSeparators } from '../language/parameters.ts';
import type { InputStream } from '../streams/input-stream.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

export const read: Builtin = async (context) => {
  const { stderr } = context;
  const options = parseOptions(context, { flags: 'rse', values: 'dnNptuaiI', exitCode: 2 });
  const prompt = options.value('p');
  const input = inputOf(options.value('u'), context);
  if (prompt !== null && input.isConsole) {
    await stderr.write(prompt);
    await stderr.flush();
  }
  const limit = options.value('n') ?? options.value('N');
  const seconds = options.value('t');
  const isHidden = options.flags.has('s') && options.value('u') === null && input.isConsole && !input.isRedirected;
  const echo = (isOn: boolean) => context.execution.program.system.sync('setTerminalEcho', 0, isOn);
  if (isHidden) echo(false);
  const result = await withinTime(input, seconds === null ? null : Number(seconds), {
    delimiter: options.value('d')?.[0] ?? (options.value('d') === '' ? '\0' : '\n'),
    limit: limit === null ? null : Number(limit),
    isRaw: options.flags.has('r'),
  }).finally(() => isHidden && echo(true));
  if (result === null) return TIMED_OUT;
  const { line, isEnded } = result;
  store(line, options.operands, options.value('a'), context);
  if (isHidden) await stderr.flush();
  return isEnded ? 1 : 0;
};

/** 128 plus the number of SIGALRM, as in bash. */
const TIMED_OUT = 142;

/** Returns null on a timeout; input that was partly read stays for the next reader. */
async function withinTime(
  input: InputStream,
  seconds: number | null,
  limits: ReadLimits,
): Promise<Awaited<ReturnType<typeof readUntil>> | null> {
  if (seconds === null) return readUntil(input, limits);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('time is up')), seconds * 1000);
  try {
    return await readUntil(input.until(controller.signal), limits);
  } catch (error) {
    if (controller.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function inputOf(number: string | null, { stdin, execution }: BuiltinContext): InputStream {
  if (number === null) return stdin;
  const file = execution.files.get(Number(number));
  if (file === null) throw new Error(`${number}: invalid file descriptor: Bad file descriptor`);
  return stdin.over(file);
}

/** One character of the line; an escaped character is neither split nor trimmed. */
interface ReadCharacter {
  text: string;
  isEscaped: boolean;
}

interface ReadLimits {
  delimiter: string;
  limit: number | null;
  isRaw: boolean;
}

async function readUntil(
  input: InputStream,
  { delimiter, limit, isRaw }: ReadLimits,
): Promise<{ line: ReadCharacter[]; isEnded: boolean }> {
  const line: ReadCharacter[] = [];
  let isEscaped = false;
  for (;;) {
    if (limit !== null && line.length >= limit) return { line, isEnded: false };
    const bytes = await input.read();
    if (bytes.length === 0) return { line, isEnded: true };
    let used = 0;
    while (used < bytes.length && (limit === null || line.length < limit)) {
      const length = characterLength(bytes[used] ?? 0);
      const character = new TextDecoder().decode(bytes.subarray(used, used + length));
      used += length;
      if (isEscaped) {
        isEscaped = false;
        if (character !== '\n') line.push({ text: character, isEscaped: true });
      } else if (character === '\\' && !isRaw) isEscaped = true;
      else if (character === delimiter) {
        input.unread(bytes.subarray(used));
        return { line, isEnded: false };
      } else line.push({ text: character, isEscaped: false });
    }
    input.unread(bytes.subarray(used));
  }
}

function characterLength(firstByte: number): number {
  if (firstByte < 0xc0) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}

function store(line: ReadCharacter[], names: readonly string[], array: string | null, { execution }: BuiltinContext): void {
  const { variables } = execution.state;
  const separators = fieldSeparators(execution.state);
  if (array !== null) {
    const fields = splitFields(line, Number.POSITIVE_INFINITY, separators);
    variables.setValue(array, { type: 'indexed', items: new Map(fields.map((field, index) => [index, field])) });
    return;
  }
  if (names.length === 0) {
    variables.setText('REPLY', line.map(({ text }) => text).join(''));
    return;
  }
  const fields = splitFields(line, names.length, separators);
  for (const [index, name] of names.entries()) variables.setText(name, fields[index] ?? '');
}

/** Splits a line into at most `count` fields; the last field keeps the rest of the line. */
function splitFields(line: ReadCharacter[], count: number, separators: string): string[] {
  const isWhitespace = ({ text, isEscaped }: ReadCharacter) => !isEscaped && separators.includes(text) && ' \t\n'.includes(text);
  const isSeparator = ({ text, isEscaped }: ReadCharacter) => !isEscaped && separators.includes(text);
  let start = 0;
  let end = line.length;
  while (start < end && isWhitespace(line[start] ?? NOTHING)) start += 1;
  while (end > start && isWhitespace(line[end - 1] ?? NOTHING)) end -= 1;
  const fields: string[] = [];
  while (start < end) {
    if (fields.length === count - 1) {
      fields.push(withoutOneSeparator(line.slice(start, end), isSeparator));
      return fields;
    }
    let stop = start;
    while (stop < end && !isSeparator(line[stop] ?? NOTHING)) stop += 1;
    fields.push(textOf(line.slice(start, stop)));
    start = stop;
    while (start < end && isWhitespace(line[start] ?? NOTHING)) start += 1;
    if (start < end && isSeparator(line[start] ?? NOTHING)) {
      start += 1;
      while (start < end && isWhitespace(line[start] ?? NOTHING)) start += 1;
    }
  }
  return fields;
}

const NOTHING: ReadCharacter = { text: '', isEscaped: true };

/** Drops a single trailing separator: `a:` read into one variable gives `a`. */
function withoutOneSeparator(rest: ReadCharacter[], isSeparator: (character: ReadCharacter) => boolean): string {
  const last = rest.at(-1);
  const isOnly = last !== undefined && isSeparator(last) && rest.filter(isSeparator).length === 1;
  return textOf(isOnly ? rest.slice(0, -1) : rest);
}

function textOf(characters: ReadCharacter[]): string {
  return characters.map(({ text }) => text).join('');
}

/** Implements `mapfile` and `readarray`. */
export const mapfile: Builtin = async (context) => {
  const options = parseOptions(context, { flags: 't', values: 'dnOsuCc', exitCode: 2 });
  const delimiter = options.value('d') === '' ? '\0' : (options.value('d') ?? '\n');
  const input = inputOf(options.value('u'), context);
  const skipped = Number(options.value('s') ?? '0');
  const limit = Number(options.value('n') ?? '0');
  const name = options.operands[0] ?? 'MAPFILE';
  const origin = options.value('O');
  const { variables } = context.execution.state;
  const former = origin === null ? null : (variables.find(name)?.value ?? null);
  // With -O the array is kept and filled from that index on.
  const items = new Map<number, string>(former?.type === 'indexed' ? former.items : []);
  let next = Number(origin ?? '0');
  let taken = 0;
  let index = 0;
  for await (const line of input.lines(delimiter)) {
    if (index >= skipped && (limit === 0 || taken < limit)) {
      items.set(next, options.flags.has('t') ? line : line + delimiter);
      next += 1;
      taken += 1;
    }
    index += 1;
  }
  variables.setValue(name, { type: 'indexed', items });
  return 0;
};
