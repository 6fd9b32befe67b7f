import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

export const cat: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'nbsEeTtvAu',
    long: {
      number: 'n',
      'show-ends': 'E',
      'show-tabs': 'T',
      'squeeze-blank': 's',
      'number-nonblank': 'b',
      'show-all': 'A',
      'show-nonprinting': 'v',
    },
  });
  const isPlain = ![...'nbsEeTtvA'].some((flag) => flags.has(flag));
  const showsEnds = ['E', 'e', 'A'].some((flag) => flags.has(flag));
  let lineNumber = 0;
  let wasBlank = false;
  return eachInput(context, operands, async (input) => {
    if (isPlain) {
      for (;;) {
        const bytes = await input.read();
        if (bytes.length === 0) return;
        await context.stdout.writeBytes(bytes);
      }
    }
    for await (const line of input.lines()) {
      if (flags.has('s') && line === '' && wasBlank) continue;
      wasBlank = line === '';
      const isNumbered = flags.has('b') ? line !== '' : flags.has('n');
      if (isNumbered) lineNumber += 1;
      const number = isNumbered ? `${String(lineNumber).padStart(6)}\t` : '';
      await context.stdout.write(number + shown(line, flags) + (showsEnds && input.endsWithNewline ? '$' : '') + input.lineEnd);
    }
  });
};

function shown(line: string, flags: ReadonlySet<string>): string {
  let text = line;
  if (flags.has('T') || flags.has('t') || flags.has('A')) text = text.replaceAll('\t', '^I');
  if (!['v', 'e', 't', 'A'].some((flag) => flags.has(flag))) return text;
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, (character) =>
    character === '\x7f' ? '^?' : `^${String.fromCharCode(character.charCodeAt(0) + 64)}`,
  );
}
