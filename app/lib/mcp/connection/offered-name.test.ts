import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOOLS } from '../../tools/index.ts';
import { offeredName } from './offered-name.ts';

const servers = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4}){0,2}$/);
const tools = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/), fc.string({ minLength: 1, maxLength: 128, unit: 'binary' }));

test('a plain name is the server’s and the tool’s', () => {
  expect(offeredName('my-notes', 'read_graph')).toBe('mcp_my_notes__read_graph');
  expect(offeredName('files', 'read-file')).toMatch(/^mcp_files__read_file_x[0-9a-f]{8}$/);
});

test('every provider takes the name, no tool of ours has it, and it is always the same', () => {
  const own = new Set(TOOLS.map(({ name }) => name));
  fc.assert(
    fc.property(servers, tools, (server, tool) => {
      const name = offeredName(server, tool);
      expect(name).toMatch(/^mcp_[A-Za-z0-9_]{1,60}$/);
      expect(own.has(name)).toBe(false);
      expect(offeredName(server, tool)).toBe(name);
    }),
  );
});

test('tools of two servers never share a name, and names that shorten alike differ', () => {
  fc.assert(
    fc.property(servers, servers, tools, tools, (one, other, tool, second) => {
      if (one !== other) expect(offeredName(one, tool)).not.toBe(offeredName(other, second));
    }),
  );
  const long = 'x'.repeat(100);
  const names = [`${long}a`, `${long}b`, 'a b', 'a-b', 'a_b', 'a.b', '_a_b', 'a__b'].map((tool) => offeredName('s', tool));
  expect(new Set(names).size).toBe(names.length);
});

test('a tool that is named like another one’s mark does not take its name', () => {
  const marked = offeredName('s', 'a b').replace('mcp_s__', '');
  expect(offeredName('s', marked)).not.toBe(offeredName('s', 'a b'));
});
