import { BUILT_IN_MARK, builtInPrograms } from './built-in-programs.ts';
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

/** What programs expect to find on any Unix: the built-in programs as executables, devices, a few files of /etc. */
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
}
