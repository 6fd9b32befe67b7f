import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { LineReader } from '../sed/sed.ts';
import { unescapeAwk } from './awk-lexer.ts';
import { AwkMachine } from './awk-machine.ts';
import { parseAwk } from './awk-parser.ts';
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
  let reader: LineReader | null = null;
  let exitCode = 0;
  const next = async (): Promise<string | null> => {
    for (;;) {
      const line = reader === null ? null : await reader.next();
      if (line !== null) return line;
      exitCode = reader?.exitCode ?? exitCode;
      const operand = operands.shift();
      if (operand !== undefined && /^[A-Za-z_]\w*=/.test(operand)) {
        assign(operand);
        continue;
      }
      if (operand === undefined && isRead) return null;
      isRead = true;
      machine.setVariable('FNR', 0);
      machine.setVariable('FILENAME', operand ?? '');
      reader = new LineReader([operand ?? '-'], context);
    }
  };
  const result = await machine.run(next);
  return result !== 0 ? result : exitCode;
};
