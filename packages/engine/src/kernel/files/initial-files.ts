import { BUILT_IN_MARK, builtInPrograms } from '../../abi/built-in-programs.ts';
import type { FileSystem } from './file-system.ts';

const FOLDERS = [
  '/bin',
  '/dev',
  '/etc',
  '/home',
  '/proc',
  '/root',
  '/tmp',
  '/usr/bin',
  '/usr/local/bin',
  '/usr/local/lib/node_modules',
  '/var/tmp',
];

/** Writes the files that programs expect on any Unix: the built-in programs as executables, devices, a few files of /etc. */
export function writeInitialFiles(fileSystem: FileSystem): void {
  for (const folder of FOLDERS) fileSystem.mkdir(folder, true, 0o755);
  const encoder = new TextEncoder();
  for (const [name, program] of builtInPrograms) {
    const content = `${BUILT_IN_MARK}${program}\n`;
    fileSystem.writeFile(`/usr/bin/${name}`, encoder.encode(content), undefined, 0o755);
    fileSystem.link(`/usr/bin/${name}`, `/bin/${name}`);
  }
  fileSystem.makeDevice('/dev/null', 'null');
  fileSystem.makeDevice('/dev/zero', 'zero');
  fileSystem.makeDevice('/dev/random', 'random');
  fileSystem.makeDevice('/dev/urandom', 'random');
  fileSystem.writeFile('/etc/hostname', encoder.encode('localhost\n'));
  fileSystem.writeFile('/etc/hosts', encoder.encode('127.0.0.1\tlocalhost\n::1\tlocalhost\n'));
  fileSystem.writeFile('/etc/passwd', encoder.encode('root:x:0:0:root:/root:/bin/jsh\n'));
  fileSystem.writeFile('/etc/os-release', encoder.encode('NAME="Devonz engine"\nID=devonz\n'));
  for (const [path, text] of machineFiles()) fileSystem.writeFile(path, encoder.encode(text), undefined, 0o444);
}

/** `os.totalmem` reports the same size; browsers give only a hint. */
const TOTAL_KILOBYTES = 4 * 1024 * 1024;

/** The files from which programs learn about the machine, as far as a browser reveals it. They are static. */
function machineFiles(): [path: string, text: string][] {
  // Missing outside of a browser (tests).
  const processors = Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 2);
  const cpuInfo = Array.from({ length: processors }, (_, number) =>
    Object.entries({
      processor: number,
      'model name': 'in-browser engine',
      'physical id': 0,
      siblings: processors,
      'core id': number,
      'cpu cores': processors,
    })
      .map(([name, value]) => `${name.padEnd(12)}\t: ${value}\n`)
      .join(''),
  ).join('\n');
  const memory = { MemTotal: TOTAL_KILOBYTES, MemFree: TOTAL_KILOBYTES / 2, MemAvailable: TOTAL_KILOBYTES / 2, SwapTotal: 0, SwapFree: 0 };
  const memInfo = Object.entries(memory).map(([name, kilobytes]) => `${`${name}:`.padEnd(16)}${String(kilobytes).padStart(8)} kB\n`);
  return [
    ['/proc/cpuinfo', `${cpuInfo}\n`],
    ['/proc/meminfo', memInfo.join('')],
    ['/proc/version', 'Linux version 6.1.0-devonz (devonz) #1 SMP\n'],
  ];
}
