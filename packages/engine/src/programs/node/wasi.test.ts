import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Calls what a compiled program would call and prints the error numbers and memory contents. */
const PROGRAM = `
const { WASI } = require('node:wasi');
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'wasi-'));
fs.mkdirSync(root + '/folder');
fs.writeFileSync(root + '/folder/a.txt', 'first');
const memory = new WebAssembly.Memory({ initial: 1 });
const wasi = new WASI({ version: 'preview1', args: ['program', 'ä'], env: { NAME: 'value' }, preopens: { '/work': root } });
wasi.initialize({ exports: { memory } });
const call = wasi.wasiImport;
const view = new DataView(memory.buffer);
const put = (at, text) => { const bytes = Buffer.from(text); new Uint8Array(memory.buffer).set(bytes, at); return bytes.length; };
const text = (at, length) => Buffer.from(memory.buffer, at, length).toString();
const vector = (at, address, length) => { view.setUint32(at, address, true); view.setUint32(at + 4, length, true); };
const path1 = (name) => [100, put(100, name)];
const open = (name, asked = 0, rights = 0x8e001ffn, flags = 0) => [call.path_open(3, 1, ...path1(name), asked, rights, 0n, flags, 8), view.getUint32(8, true)];
const log = (...values) => console.log(...values.map(String));

log('args', call.args_sizes_get(0, 4), view.getUint32(0, true), view.getUint32(4, true), call.args_get(0, 200), text(200, 10).split('\\0'));
log('env', call.environ_sizes_get(0, 4), view.getUint32(0, true), view.getUint32(4, true));
log('preopen', call.fd_prestat_get(3, 0), view.getUint8(0), view.getUint32(4, true), call.fd_prestat_dir_name(3, 200, 5), text(200, 5), call.fd_prestat_get(9, 0));
const [errno, file] = open('folder/new.txt', 1 | 4);
log('open', errno, open('folder/new.txt', 1 | 4)[0], open('missing')[0], open('/etc')[0], open('../x')[0], open('folder/a.txt/b')[0]);
vector(0, 300, put(300, 'hello '));
vector(8, 400, put(400, 'world'));
log('write', call.fd_write(file, 0, 2, 16), view.getUint32(16, true), fs.readFileSync(root + '/folder/new.txt', 'utf8'));
log('seek', call.fd_seek(file, -5n, 2, 16), view.getBigUint64(16, true), call.fd_seek(file, -50n, 1, 16), call.fd_tell(file, 16), view.getBigUint64(16, true));
vector(0, 500, 3);
vector(8, 510, 10);
log('read', call.fd_read(file, 0, 2, 16), view.getUint32(16, true), text(500, 3), text(510, 2));
log('pread', call.fd_pread(file, 0, 1, 0n, 16), text(500, 3), call.fd_tell(file, 16), view.getBigUint64(16, true));
log('status', call.fd_filestat_get(file, 600), view.getUint8(616), view.getBigUint64(632, true), call.path_filestat_get(3, 1, ...path1('folder'), 600), view.getUint8(616));
log('size', call.fd_filestat_set_size(file, 4n), fs.readFileSync(root + '/folder/new.txt', 'utf8'), call.fd_close(file), call.fd_close(file));
const [, folder] = open('folder', 2, 0x204000n);
log('list', call.fd_readdir(folder, 1000, 1000, 0n, 16));
const names = [];
for (let at = 1000, end = 1000 + view.getUint32(16, true); at < end; at += 24 + view.getUint32(at + 16, true))
  names.push(text(at + 24, view.getUint32(at + 16, true)) + ':' + view.getUint8(at + 20));
log(names.sort());
log('folders', call.path_create_directory(3, ...path1('folder')), call.path_create_directory(3, ...path1('made')), call.path_remove_directory(3, ...path1('folder')), call.path_remove_directory(3, ...path1('made')), fs.readdirSync(root));
log('rename', call.path_rename(3, ...path1('folder/a.txt'), 3, 150, put(150, 'b.txt')), fs.readdirSync(root).sort(), call.path_unlink_file(3, ...path1('b.txt')), call.path_unlink_file(3, ...path1('b.txt')));
log('random', call.random_get(700, 8), view.getBigUint64(700, true) !== 0n);
log('clock', call.clock_time_get(0, 1n, 16), Math.abs(Number(view.getBigUint64(16, true) / 1000000n) - Date.now()) < 1000);
log('outside', call.fd_write(1, 4000000, 1, 16), call.fd_read(99, 0, 1, 16));
for (const options of [{}, { version: 'x' }, { version: 'preview1', args: 1 }]) try { new WASI(options); } catch (error) { log(error.code); }
try { wasi.initialize({ exports: { memory } }); } catch (error) { log(error.code); }
fs.rmSync(root, { recursive: true });
`;

describe('node:wasi', () => {
  it('does to memory and files what Node does', async () => {
    const native = execFileSync(process.execPath, ['--no-warnings', '-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
