import type { CommandContext } from '../command.ts';

interface Verification {
  flags: ReadonlySet<string>;
  digestOf(bytes: Uint8Array): Promise<string>;
  /** The length of a checksum in characters. */
  length: number;
  /** The algorithm's name, as in `MD5 (file) = …`. */
  label: string;
}

interface Counts {
  right: number;
  wrong: number;
  unreadable: number;
  malformed: number;
}

/** Implements `md5sum -c` and so on. Returns 0 when every listed file has the given checksum. */
export async function verifySums(lists: readonly string[], verification: Verification, context: CommandContext): Promise<number> {
  let exitCode = 0;
  for (const list of lists.length === 0 ? ['-'] : lists) {
    if (!(await verifyList(list, verification, context))) exitCode = 1;
  }
  return exitCode;
}

async function verifyList(list: string, verification: Verification, context: CommandContext): Promise<boolean> {
  const { flags, label, length } = verification;
  const { stderr, files, stdout, name } = context;
  const counts: Counts = { right: 0, wrong: 0, unreadable: 0, malformed: 0 };
  const lines = (await files.readText(list)).split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const entry = readEntry(line, label, length);
    if (entry !== null) await verifyFile(entry, verification, counts, context);
    else if (line !== '' && !line.startsWith('#')) {
      counts.malformed += 1;
      if (flags.has('w')) await stderr.writeLine(`${name}: ${list}: ${index + 1}: improperly formatted ${label} checksum line`);
    }
  }
  await stdout.flush();
  if (counts.right + counts.wrong + counts.unreadable === 0) {
    const isMissing = flags.has('ignore-missing') && counts.malformed < lines.length;
    await stderr.writeLine(`${name}: ${list}: ${isMissing ? 'no file was verified' : 'no properly formatted checksum lines found'}`);
    return false;
  }
  if (!flags.has('status')) for (const warning of warningsOf(counts)) await stderr.writeLine(`${name}: WARNING: ${warning}`);
  return counts.wrong + counts.unreadable === 0 && !(flags.has('strict') && counts.malformed > 0);
}

function readEntry(line: string, label: string, length: number): { path: string; sum: string } | null {
  const plain = /^([\da-f]+) [ *](.+)$/i.exec(line);
  if (plain !== null && plain[1]?.length === length) return { path: plain[2] ?? '', sum: (plain[1] ?? '').toLowerCase() };
  const tagged = /^(\w+) \((.+)\) = ([\da-f]+)$/i.exec(line);
  return tagged !== null && tagged[1] === label ? { path: tagged[2] ?? '', sum: (tagged[3] ?? '').toLowerCase() } : null;
}

async function verifyFile(
  { path, sum }: { path: string; sum: string },
  { flags, digestOf }: Verification,
  counts: Counts,
  { files, stdout, stderr, name }: CommandContext,
): Promise<void> {
  if (files.find(path) === null) {
    if (flags.has('ignore-missing')) return;
    await stderr.writeLine(`${name}: ${path}: No such file or directory`);
    if (!flags.has('status')) await stdout.writeLine(`${path}: FAILED open or read`);
    counts.unreadable += 1;
    return;
  }
  const isRight = (await digestOf(await files.readBytes(path))) === sum;
  counts[isRight ? 'right' : 'wrong'] += 1;
  if (!flags.has('status') && !(isRight && flags.has('quiet'))) await stdout.writeLine(`${path}: ${isRight ? 'OK' : 'FAILED'}`);
}

function warningsOf({ malformed, unreadable, wrong }: Counts): string[] {
  const say = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]);
  return [
    ...say(malformed, 'line is improperly formatted', 'lines are improperly formatted'),
    ...say(unreadable, 'listed file could not be read', 'listed files could not be read'),
    ...say(wrong, 'computed checksum did NOT match', 'computed checksums did NOT match'),
  ];
}
