import { errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { unescapeAwk } from './awk-lexer.ts';
import { AwkMachine } from './awk-machine.ts';
import { parseAwk } from './awk-parser.ts';
import { AwkRecordReader } from './awk-record-reader.ts';
import { AwkInput } from './awk-value.ts';

export const awk: Command = async (context) => {
  const options = parseOptions(context, {
    values: 'Fvf',
    long: { 'field-separator': 'F', assign: 'v', file: 'f' },
    isStopping: true,
    exitCode: 2,
  });
  const operands = [...options.operands];
  const sources: string[] = [];
  for (const path of options.values.get('f') ?? []) sources.push(await context.files.readText(path));
  if (sources.length === 0) {
    const program = operands.shift();
    if (program === undefined) throw new CommandError('usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]', 2);
    sources.push(program);
  }
  const machine = new AwkMachine(parseAwk(sources.join('\n')), context);
  const separator = options.value('F');
  if (separator !== null) machine.setVariable('FS', separator === 't' ? '\t' : unescapeAwk(separator));
  const assign = (text: string) => {
    const equals = text.indexOf('=');
    machine.setVariable(text.slice(0, equals), new AwkInput(unescapeAwk(text.slice(equals + 1))));
  };
  for (const text of options.values.get('v') ?? []) assign(text);
  machine.setVariable('ARGC', operands.length + 1);
  machine.setVariable('ARGV', new Map(['awk', ...operands].map((text, index) => [String(index), new AwkInput(text)])));
  let isRead = false;
  let reader: AwkRecordReader | null = null;
  let exitCode = 0;
  const next = async (): Promise<string | null> => {
    for (;;) {
      const record = (await reader?.next(machine.text('RS'))) ?? null;
      if (record !== null) return record;
      reader?.release();
      reader = null;
      const operand = operands.shift();
      if (operand !== undefined && /^[A-Za-z_]\w*=/.test(operand)) {
        assign(operand);
        continue;
      }
      if (operand === undefined && isRead) return null;
      isRead = true;
      machine.setVariable('FNR', 0);
      machine.setVariable('FILENAME', operand ?? '');
      reader = await openRecords(operand ?? '-', context);
      if (reader === null) exitCode = 2;
    }
  };
  const result = await machine.run(next);
  return result !== 0 ? result : exitCode;
};

/** Returns null if the file cannot be read; the failure was reported. */
async function openRecords(path: string, context: CommandContext): Promise<AwkRecordReader | null> {
  try {
    if (path === '-' || !context.files.isDirectory(path)) {
      const input = context.files.input(path);
      return new AwkRecordReader(input, input === context.stdin);
    }
    await context.stderr.writeLine(`${context.name}: read error on ${path}: Is a directory`);
  } catch (error) {
    await context.stdout.flush();
    await context.stderr.writeLine(`${context.name}: can't read ${path}: ${errorText(error)}`);
  }
  return null;
}
