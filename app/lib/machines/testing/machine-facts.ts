import type { MachineFacts } from '../../protocol/machines/machine.ts';

/** A machine as a bridge describes it. */
export const FACTS: MachineFacts = {
  id: 'a1b2c3d4e5f6a7b8',
  kind: 'local',
  user: 'ada',
  host: 'server',
  system: 'Debian GNU/Linux 12',
  home: '/home/ada',
  folder: '/home/ada/shop',
  shells: { agent: ['bash'], user: ['/bin/bash', '-l'] },
  temporaryFolder: '/run/user/1000/devonz',
  hasTerminal: true,
  programs: { git: '2.39.5' },
};
