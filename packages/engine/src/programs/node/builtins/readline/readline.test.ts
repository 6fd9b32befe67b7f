import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Tests lines edited on a terminal, including the output to it, key names, and lines from a pipe. */
const PROGRAM = `
const readline = require('readline'); const EventEmitter = require('events'); const { PassThrough, Writable } = require('stream');
class In extends EventEmitter { resume(){} pause(){} write(){} end(){} }
const out = []; const output = new Writable({ write(c, e, d) { out.push(String(c)); d() } }); output.columns = 20;
const input = new In(); const rl = readline.createInterface({ input, output, terminal: true, completer: (l) => [['foo','foobar'], l], historySize: 5 });
rl.on('line', l => console.log('line', JSON.stringify(l)));
rl.setPrompt('$ '); rl.prompt();
for (const s of ['hello', '\\x1b[D', '\\x1b[D', 'X', '\\x7f', '\\x01', 'A', '\\x05', 'Z', '\\n', 'two words', '\\x17', '\\n', '\\x1b[A', '\\x1b[A', '\\n', 'f', '\\x1b[H', '\\x0b', '\\x19', '\\n', '\\x1bb', '\\x1f']) input.emit('data', s);
console.log(rl.history, rl.cursor, JSON.stringify(rl.line)); console.log(JSON.stringify(out.join('')));
rl.close();
const keys = new PassThrough(); readline.emitKeypressEvents(keys); keys.on('keypress', (s, k) => console.log(JSON.stringify([s, k])));
for (const s of ['a', 'A', '\\x1b[A', '\\x1b[1;5C', '\\x1bOP', '\\x1b[[A', '\\x1bb', '\\x03', '\\t', '\\x1b[3~', '\\x1b[3;5~', '\\x1b[200~', '日', '\\x1b[Z', '1', ' ', '\\x1b\\x1b[A','!','\\x1b1']) keys.write(s);
const p = new PassThrough(); const r2 = readline.createInterface({ input: p, crlfDelay: Infinity });
(async () => { for await (const l of r2) console.log('it', l); console.log('end'); })(); p.write('a\\r'); p.write('\\nb\\n'); p.end('c');
const r3 = readline.createInterface({ input: new PassThrough(), output: new PassThrough() }); r3.question('q? ', a => { console.log('answer', a); r3.close() }); r3.write('yes\\n');
`;

describe('readline', () => {
  it('edits, remembers, completes and names keys as native Node does, and writes the same to the terminal', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
