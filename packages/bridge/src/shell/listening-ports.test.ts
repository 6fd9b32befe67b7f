import { expect, test } from 'vitest';
import { parsePorts } from './listening-ports.ts';

test('Linux’s own table: who listens, where, and whose it is', () => {
  const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2 1 0 100 0 0 10 0
   2: 0100007F:1F91 0100007F:0001 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 100 0 0 10 0
   3: 0500A8C0:1F92 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4 1 0 100 0 0 10 0
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 00000000000000000000000001000000:1F93 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5
   1: 00000000000000000000000000000000:1F94 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 6
`;
  expect([...parsePorts('proc', text, 1000)]).toEqual([8080, 8083, 8084]);
  expect([...parsePorts('proc', text, null)]).toEqual([8080, 22, 8083, 8084]);
});

test('ss, netstat and lsof', () => {
  const ss =
    'LISTEN 0 511 127.0.0.1:3000 0.0.0.0:*\nLISTEN 0 511 [::1]:3001 [::]:*\nLISTEN 0 128 *:3002 *:*\nLISTEN 0 1 192.168.0.5:3003 0.0.0.0:*\nESTAB 0 0 127.0.0.1:3004 127.0.0.1:1';
  expect([...parsePorts('ss', ss, null)]).toEqual([3000, 3001, 3002]);
  const linux =
    'Proto Recv-Q Send-Q Local Address Foreign Address State\ntcp 0 0 0.0.0.0:3000 0.0.0.0:* LISTEN\ntcp6 0 0 :::3001 :::* LISTEN\ntcp 0 0 1.2.3.4:1 1.2.3.4:2 ESTABLISHED';
  expect([...parsePorts('netstat', linux, null)]).toEqual([3000, 3001]);
  expect([...parsePorts('netstat', 'tcp4 0 0 127.0.0.1.3000 *.* LISTEN\ntcp46 0 0 *.3001 *.* LISTEN', null)]).toEqual([3000, 3001]);
  expect([...parsePorts('lsof', 'p12\nf3\nn127.0.0.1:3000\nf4\nn*:3001\nn[::1]:3002\nn10.0.0.1:3003', null)]).toEqual([3000, 3001, 3002]);
});

test('what is no table has no ports', () => {
  for (const method of ['proc', 'lsof', 'ss', 'netstat'] as const)
    expect([...parsePorts(method, 'LISTEN x:99999 :-1\n\u0000 n*:0', null)]).toEqual([]);
});
