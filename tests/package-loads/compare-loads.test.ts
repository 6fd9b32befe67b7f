import { expect, test } from 'vitest';
import { differences, readLoads } from './compare-loads.ts';

test('loads are read from among what packages print', () => {
  const loads = readLoads('hello\n@@{"name":"a","required":["function"]}\n@ @\n@@{"name":"b","ended":"SIGKILL"}\n');
  expect([...loads.values()]).toEqual([
    { name: 'a', required: ['function'] },
    { name: 'b', ended: 'SIGKILL' },
  ]);
});

test('an error on one side only and a missing member are differences; a further name and another wording are none', () => {
  const native = { name: 'a', required: ['function', 'x: object'], importError: 'ERR_A: in /tmp/x' };
  expect(differences(native, { name: 'a', required: ['function', 'x: object', 'y: object'], importError: 'ERR_A: in /home' })).toEqual([]);
  expect(differences(native, { name: 'a', requireError: 'TypeError: no', importError: 'ERR_A' })).toEqual([
    'requireError: none => TypeError: no',
  ]);
  expect(differences(native, { name: 'a', required: ['function', 'x: number'], imported: [] })).toEqual([
    'importError: ERR_A: in /tmp/x => none',
    'required lacks x: object',
  ]);
  expect(differences(native, undefined)).toEqual(['was not loaded']);
});
