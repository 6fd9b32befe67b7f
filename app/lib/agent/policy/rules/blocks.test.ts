import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOME_FOLDER } from '../paths/home-folder.ts';
import { blockedReason } from '../testing/blocked-reason.ts';

test('the home folder is that of the engine', () => {
  const engine = new URL('../../../../../packages/engine/src/host/run-command.ts', import.meta.url);
  expect(readFileSync(engine, 'utf8')).toContain(`HOME: '${HOME_FOLDER}'`);
});

const TREE = 'it removes the whole project or home folder';

describe('the project, the home folder and the system are never removed', () => {
  test.each([
    'rm -rf /',
    'rm -rf /*',
    'rm -rf //',
    'rm -rf /.',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf ~/*',
    'rm -rf ~root',
    'rm -rf ~/project',
    'rm -rf "$HOME/project"',
    'rm -rf ${HOME}/project/*',
    'cd ~ && rm -rf project',
    'cd && rm -rf ./project/',
    'cd "$HOME"; rm -rf project/*',
    'mv ~/project /tmp/away',
    'rm -rf $HOME',
    'rm -rf "$HOME"',
    'rm -rf "$HOME"/*',
    'rm -rf ${HOME}',
    'rm -rf $PWD',
    'rm -rf $OLDPWD',
    'rm -rf $(pwd)',
    'rm -rf `pwd`',
    'rm -rf .',
    'rm -rf ./',
    'rm -rf *',
    'rm -rf ./*',
    'rm -rf .*',
    'rm -rf ..',
    'rm -rf ../',
    'rm -rf ../../',
    'rm -rf src/..',
    'rm -rf /home',
    'rm -rf /home/project',
    'rm -rf /home/project/*',
    'rm -rf /home/project/src/..',
    'rm -rf /etc',
    'rm -rf /usr',
    'rm -rf /var',
    'rm -rf /bin',
    'rm -rf /sbin',
    'rm -rf /lib',
    'rm -rf /lib64',
    'rm -rf /opt',
    'rm -rf /boot',
    'rm -rf /proc',
    'rm -rf /sys',
    'rm -rf /dev',
    'rm -rf /root',
    'rm -rf /usr/bin',
    'rm -rf /etc/ssh',
    'rm -rf /System/Library',
    'rm -r /',
    'rm -R /',
    'rm --recursive /',
    'rm -fr /',
    'rm a -r /',
    'rm dist -rf /',
    'rimraf .',
    'rimraf ~',
    '/bin/rm -rf /',
    'mv ~ /tmp/x',
    'mv / x',
    'mv /home/project /tmp',
    'find / -delete',
    'find ~ -delete',
    'find /home/project -delete',
    'find .. -delete',
    'cd / && rm -rf *',
    'cd ~ && rm -rf *',
    'cd && rm -rf *',
    'cd .. && rm -rf project',
    'cd .. && rm -rf *',
    'cd / && cd etc && rm -rf *',
    'cd /usr && rm -rf bin',
    'cd "$HOME" && rm -rf .',
    'cd -P / && rm -rf .',
    'cd $x && rm -rf *',
    'cd src && rm -rf ..',
  ])('%s', (command) => {
    expect(blockedReason(command)).toBe(TREE);
  });

  test.each([
    'rm /',
    'rm -f *',
    'rm -rf src',
    'rm -rf src/*',
    'rm -rf ./src',
    'rm -rf dist/..x',
    'rm -rf ../x',
    'rm -rf /tmp/x',
    'rm -rf /usr/local/x',
    'rm -rf /home/projects',
    'rm -rf /home/project/src',
    'rm -rf "$X"',
    'mv * x',
    'mv src /',
    'mv a ~',
    'find . -delete',
    'find src -delete',
    'find . -name x',
    'find / -name x',
    'cd src && rm -rf *',
    'cd src && rm -rf .',
    'cd /tmp && rm -rf x',
    'ls /',
    'echo rm -rf /',
  ])('but %s is not blocked', (command) => {
    expect(blockedReason(command)).toBeNull();
  });

  test('from a folder of the project the paths are read from there', () => {
    expect(blockedReason('rm -rf ..', 'src')).toBe(TREE);
    expect(blockedReason('rm -rf .', 'src')).toBeNull();
    expect(blockedReason('rm -rf ../lib', 'src')).toBeNull();
  });
});

test.each(['chmod -R 777 /', 'chmod -R 777 ~', 'chown -R x /', 'chgrp -R x /usr', 'chmod --recursive 777 $HOME', 'chown -hR x /etc'])(
  '%s changes the rights of everything',
  (command) => {
    expect(blockedReason(command)).toBe('it changes the rights of the whole system or home folder');
  },
);

test.each([
  'chmod -R 777 .',
  'chmod 777 /',
  'chmod -R 777 /home/project/src',
  'chown x /',
  'chmod -R 777 /tmp/x',
  'chmod -R 777 /home/project',
])('%s does not', (command) => {
  expect(blockedReason(command)).toBeNull();
});

test.each([
  'mkfs /dev/sda',
  'mkfs.ext4 x',
  'mke2fs x',
  'mkdosfs x',
  'mkntfs x',
  'newfs x',
  'fdisk x',
  'sfdisk x',
  'gdisk x',
  'wipefs x',
  'parted x',
  'mkswap x',
  'blkdiscard x',
  '/sbin/mkfs x',
])('%s formats a disk', (command) => {
  expect(blockedReason(command)).toBe('it formats a disk');
});

test.each([
  'dd if=x of=/dev/sda',
  'dd of=/dev/nvme0n1',
  'cat x > /dev/sda',
  'cat x >> /dev/hda',
  'echo x | tee /dev/vda',
  'cp x /dev/xvda',
  'mv x /dev/mmcblk0',
  'shred /dev/disk0',
  'badblocks /dev/mapper/x',
  'hdparm /dev/mem',
  'cat x > /dev/kmem',
])('%s overwrites a disk', (command) => {
  expect(blockedReason(command)).toBe('it overwrites a disk');
});

test.each([
  'dd if=/dev/sda of=x',
  'cp /dev/sda x',
  'cat < /dev/sda',
  'dd of=/dev/null',
  'cat /dev/sda',
  'tee /dev/null',
  'cat x > /dev/tty',
  'ls /dev/sda',
])('%s does not', (command) => {
  expect(blockedReason(command)).toBeNull();
});
