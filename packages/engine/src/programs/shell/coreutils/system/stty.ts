import { OpenFlag, type TerminalMode } from '../../../../abi/system-calls.ts';
import { errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';
import { parseOptions } from '../parse-options.ts';

const specification = { flags: 'ag', values: 'F', long: { all: 'a', save: 'g', file: 'F' } };

/** The local flags of a terminal as Linux numbers them, of which the engine's terminal can change these. */
const Local = { SIGNALS: 0x1, LINES: 0x2, ECHO: 0x8, ALWAYS: 0x8a30 } as const;
const BEFORE_LOCAL = '4500:5:bf';
const AFTER_LOCAL = '3:1c:7f:15:4:0:1:0:11:13:1a:0:12:f:17:16:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0';

const changes: ReadonlyMap<string, Partial<TerminalMode>> = new Map([
  ['raw', { isRaw: true, hasSignals: false }],
  ['-cooked', { isRaw: true, hasSignals: false }],
  ['cbreak', { isRaw: true }],
  ['-icanon', { isRaw: true }],
  ['-raw', { isRaw: false, hasSignals: true }],
  ['cooked', { isRaw: false, hasSignals: true }],
  ['isig', { hasSignals: true }],
  ['-isig', { hasSignals: false }],
  ['-cbreak', { isRaw: false }],
  ['icanon', { isRaw: false }],
  ['sane', { isRaw: false, isEcho: true, hasSignals: true }],
  ['echo', { isEcho: true }],
  ['-echo', { isEcho: false }],
]);

/** Settings that this terminal does not have. They are accepted without effect, as Linux does for such a terminal. */
const ignored =
  /^-?(?:iexten|ixon|ixoff|ixany|opost|onlcr|ocrnl|icrnl|inlcr|igncr|istrip|iutf8|imaxbel|brkint|ignbrk|parmrk|inpck|ignpar|echo[eklp]|echonl|echoctl|echoke|echoprt|ctlecho|crterase|crtkill|prterase|noflsh|tostop|flusho|extproc|xcase|iuclc|olcuc|parenb|parodd|hupcl|hup|cstopb|cread|clocal|crtscts|cs[5-8]|nl|crt|dec|evenp|oddp|parity|pass8|litout|tabs|\d+)$/;
const ignoredWithValue =
  /^(?:min|time|ispeed|ospeed|line|intr|quit|erase|kill|eof|eol2?|swtch|start|stop|susp|rprnt|werase|lnext|discard)$/;

const settingHelp = [
  'size, speed, or a value that -g has printed',
  `[-]${['raw', 'cooked', 'cbreak', 'icanon', 'isig', 'echo'].join(', [-]')}, sane`,
];

/** Implements `stty`. The engine's terminal has three switches: keys instead of lines, Ctrl-C as a signal, and echo. */
export const stty: Command = async (context) => {
  answerInformation(context.args, { ...specification, others: settingHelp });
  const isOption = (argument: string, index: number) =>
    /^(?:--.|-[agF])/.test(argument) || /^(?:-F|--file)$/.test(context.args[index - 1] ?? '');
  const { flags, value } = parseOptions({ name: 'stty', args: context.args.filter(isOption) }, specification);
  const settings = context.args.filter((argument, index) => !isOption(argument, index));
  const device = value('F');
  const descriptor = openTerminal(device, context);
  try {
    if (flags.has('a') || flags.has('g') || settings.length === 0) await show(descriptor, flags, context);
    else await change(settings, descriptor, context);
  } finally {
    context.system.sync('close', descriptor);
  }
  return 0;
};

/** A session has one terminal, so the one on standard input is `/dev/tty`. */
function openTerminal(device: string | null, { stdin, system, files }: CommandContext): number {
  if (device === null && !stdin.isTerminal) throw new CommandError("'standard input': Inappropriate ioctl for device");
  let descriptor: number;
  try {
    descriptor = system.sync('open', device === null ? '/dev/tty' : files.resolve(device), OpenFlag.READ_ONLY, 0);
  } catch (error) {
    throw new CommandError(`${device ?? '/dev/tty'}: ${errorText(error)}`);
  }
  if (system.sync('isTerminal', descriptor)) return descriptor;
  system.sync('close', descriptor);
  throw new CommandError(`'${device ?? '/dev/tty'}': Inappropriate ioctl for device`);
}

async function show(descriptor: number, flags: ReadonlySet<string>, { system, stdout }: CommandContext): Promise<void> {
  const mode = system.sync('terminalMode', descriptor);
  if (flags.has('g')) {
    const local = Local.ALWAYS | (mode.isRaw ? 0 : Local.LINES) | (mode.hasSignals ? Local.SIGNALS : 0) | (mode.isEcho ? Local.ECHO : 0);
    await stdout.writeLine(`${BEFORE_LOCAL}:${local.toString(16)}:${AFTER_LOCAL}`);
    return;
  }
  const { rows, columns } = system.sync('terminalSize', descriptor);
  const sign = (isOn: boolean) => (isOn ? '' : '-');
  if (!flags.has('a')) {
    const differing = [mode.hasSignals ? '' : '-isig', mode.isRaw ? '-icanon' : '', mode.isEcho ? '' : '-echo'].filter(
      (text) => text !== '',
    );
    await stdout.writeLine(['speed 38400 baud; line = 0;', ...(differing.length === 0 ? [] : [differing.join(' ')])].join('\n'));
    return;
  }
  await stdout.write(
    `speed 38400 baud; rows ${rows}; columns ${columns}; line = 0;\n` +
      'intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; susp = ^Z; werase = ^W;\n' +
      `opost onlcr\n${sign(mode.hasSignals)}isig ${sign(!mode.isRaw)}icanon ${sign(mode.isEcho)}echo echoe echok echoctl\n`,
  );
}

async function change(settings: readonly string[], descriptor: number, context: CommandContext): Promise<void> {
  const { system, stdout } = context;
  const wanted: Partial<TerminalMode> = {};
  for (let index = 0; index < settings.length; index += 1) {
    const setting = settings[index] ?? '';
    const known = changes.get(setting) ?? savedMode(setting);
    if (known !== undefined) Object.assign(wanted, known);
    else if (setting === 'size' || setting === 'speed') {
      const { rows, columns } = system.sync('terminalSize', descriptor);
      await stdout.writeLine(setting === 'speed' ? '38400' : `${rows} ${columns}`);
    } else if (/^(?:rows|cols|columns)$/.test(setting))
      throw new CommandError(`'${setting}' cannot be set: the size is that of the terminal's panel`);
    else if (ignoredWithValue.test(setting)) index += 1;
    else if (!ignored.test(setting)) throw new CommandError(`invalid argument '${setting}'\nTry 'stty --help' for more information.`);
  }
  // Echo is set first, because leaving raw mode processes the input typed meanwhile.
  if (wanted.isEcho !== undefined) system.sync('setTerminalEcho', descriptor, wanted.isEcho);
  const { isRaw: wasRaw, hasSignals: hadSignals } = system.sync('terminalMode', descriptor);
  // Changing raw mode also changes the signals, which are restored unless a setting named them.
  if (wanted.isRaw !== undefined && wanted.isRaw !== wasRaw) system.sync('setTerminalRaw', descriptor, wanted.isRaw);
  system.sync('setTerminalSignals', descriptor, wanted.hasSignals ?? hadSignals);
}

/** Reads what `stty -g` printed. */
function savedMode(text: string): TerminalMode | undefined {
  const fields = text.split(':');
  if (fields.length < 5 || !fields.every((field) => /^[\da-f]+$/i.test(field))) return undefined;
  const local = Number.parseInt(fields[3] ?? '', 16);
  return { isRaw: (local & Local.LINES) === 0, isEcho: (local & Local.ECHO) !== 0, hasSignals: (local & Local.SIGNALS) !== 0 };
}
