import { monotonicNow } from '../base/monotonic-now.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { linuxErrorNumbers, linuxSignalNumbers } from './linux-numbers.ts';

const TOTAL_BYTES = 4 * 1024 ** 3;

export function createOsModule(host: NodeHost): BuiltinExports {
  const { env } = host.context;
  const startedAt = Date.now() - monotonicNow();
  const cpu = { model: 'in-browser engine', speed: 2000, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } };
  const count = () => Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 2);
  const homedir = () => env.HOME ?? '/home';
  return {
    EOL: '\n',
    devNull: '/dev/null',
    arch: () => 'x64',
    platform: () => 'linux',
    type: () => 'Linux',
    release: () => '6.1.0-devonz',
    version: () => '#1 SMP',
    machine: () => 'x86_64',
    hostname: () => 'devonz',
    endianness: () => 'LE',
    homedir,
    tmpdir: () => (env.TMPDIR || env.TMP || env.TEMP || '/tmp').replace(/(.)\/$/, '$1'),
    uptime: () => (Date.now() - startedAt) / 1000,
    loadavg: () => [0, 0, 0],
    totalmem: () => TOTAL_BYTES,
    freemem: () => TOTAL_BYTES / 2,
    cpus: () => Array.from({ length: count() }, () => structuredClone(cpu)),
    availableParallelism: count,
    networkInterfaces: () => ({
      lo: [{ address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4', mac: '00:00:00:00:00:00', internal: true, cidr: '127.0.0.1/8' }],
    }),
    userInfo: () => ({ uid: 1000, gid: 1000, username: env.USER ?? 'devonz', homedir: homedir(), shell: '/bin/jsh' }),
    getPriority: () => 0,
    setPriority: () => {},
    constants: {
      UV_UDP_REUSEADDR: 4,
      dlopen: { RTLD_LAZY: 1, RTLD_NOW: 2, RTLD_GLOBAL: 256, RTLD_LOCAL: 0, RTLD_DEEPBIND: 8 },
      errno: linuxErrorNumbers(),
      signals: linuxSignalNumbers(),
      priority: {
        PRIORITY_LOW: 19,
        PRIORITY_BELOW_NORMAL: 10,
        PRIORITY_NORMAL: 0,
        PRIORITY_ABOVE_NORMAL: -7,
        PRIORITY_HIGH: -14,
        PRIORITY_HIGHEST: -20,
      },
    },
  };
}
