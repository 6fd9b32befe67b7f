import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const PROGRAM = `
const { HTTPParser, methods } = require('_http_common');
const read = (type, ...chunks) => {
  const parser = new HTTPParser();
  parser.initialize(type, {});
  parser[HTTPParser.kOnHeaders] = (headers, url) => console.log('headers', headers, url);
  parser[HTTPParser.kOnHeadersComplete] = (major, minor, headers, method, url, status, message, upgrade, keepAlive) => {
    console.log(major, minor, headers, methods[method], url, status, message, upgrade, keepAlive);
    return 0;
  };
  parser[HTTPParser.kOnBody] = (body) => console.log('body', Buffer.isBuffer(body), String(body));
  parser[HTTPParser.kOnMessageComplete] = () => console.log('complete');
  for (const chunk of chunks) {
    const result = parser.execute(Buffer.from(chunk));
    console.log(result instanceof Error ? [result.code, result.message.slice(0, 12)] : result);
  }
  console.log(parser.finish());
  parser.free();
};
read(HTTPParser.REQUEST, 'POST /a?b HTTP/1.1\\r\\nHost: x\\r\\nX-Two: 1\\r\\nx-two: 2\\r\\nContent-Length: 5\\r\\n\\r\\nhe', 'llo');
read(HTTPParser.REQUEST, 'GET / HTTP/1.0\\r\\n\\r\\n');
read(HTTPParser.RESPONSE, 'HTTP/1.1 200 Fine\\r\\nContent-Length: 2\\r\\n\\r\\nok', 'HTTP/1.1 204 None\\r\\n\\r\\n');
read(HTTPParser.RESPONSE, 'HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n0\\r\\n\\r\\n');
read(HTTPParser.REQUEST, 'nonsense');
`;

it('is called as Node calls its own parser, and answers the same', async () => {
  const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { exitCode, stdout } = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: native });
});
