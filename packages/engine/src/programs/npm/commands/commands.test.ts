import { expect, test } from 'vitest';
import { createNpmTestBed } from '../testing/npm-test-bed.ts';
import { initializerPackage } from './exec.ts';

const packages = {
  'tool@1.0.0': { manifest: { bin: './cli.js', dependencies: { inner: '^1.0.0' } }, files: { 'cli.js': '' } },
  'inner@1.0.0': { manifest: { description: 'first', license: 'MIT' } },
  'inner@1.1.0': { manifest: { description: 'second', license: 'MIT' } },
  'create-app@3.0.0': { manifest: { bin: { 'create-app': 'index.js' } }, files: { 'index.js': '' } },
};

test('npx runs what the project has', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install tool');
  const asked = bed.registry.requests.length;
  await bed.run('npx tool --help -x');
  expect(bed.shellCalls[0]?.command).toBe('tool --help -x');
  expect(bed.registry.requests).toHaveLength(asked);
});

test('npx fetches what the project does not have, outside of it', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npx -y tool@1.0.0 a');
  expect(bed.shellCalls[0]).toMatchObject({ command: 'tool a', cwd: '/home/project' });
  expect(bed.shellCalls[0]?.env.PATH).toMatch(/^\/home\/\.npm\/_npx\/[0-9a-f]{8}\/node_modules\/\.bin:/);
  expect(bed.read('package-lock.json')).toBeNull();
});

test('npx -p brings packages for a command of another name', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run(['npx', '-p', 'tool', '-c', 'tool && other']);
  expect(bed.shellCalls[0]?.command).toBe('tool && other');
});

test('npm create runs the initializer with what is left for it', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm create app@latest demo -- --template react');
  expect(bed.shellCalls[0]?.command).toBe('create-app demo --template react');
  expect(['vite@latest', '@scope', '@scope/x@1', '@scope@2'].map(initializerPackage)).toEqual([
    'create-vite@latest',
    '@scope/create',
    '@scope/create-x@1',
    '@scope/create@2',
  ]);
});

test('npm init -y writes npm’s defaults and keeps what is there', async () => {
  const bed = await createNpmTestBed({ packageJson: { description: 'kept' } });
  await bed.run('npm init -y');
  expect(bed.readJson('package.json')).toMatchObject({
    name: 'project',
    version: '1.0.0',
    description: 'kept',
    main: 'index.js',
    license: 'ISC',
  });
});

test('npm ls shows what is installed and names what is missing', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install tool');
  expect((await bed.run('npm ls')).stdout).toBe('project@1.0.0 /home/project\n└── tool@1.0.0\n\n');
  expect((await bed.run('npm ls --all')).stdout).toBe('project@1.0.0 /home/project\n└─┬ tool@1.0.0\n  └── inner@1.1.0\n\n');
  bed.write('package.json', { name: 'project', version: '1.0.0', dependencies: { absent: '^2.0.0' } });
  const result = await bed.run('npm ls');
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('npm error missing: absent@^2.0.0, required by project@1.0.0\n');
  expect(result.stderr).toContain('npm error extraneous: tool@1.0.0 /home/project/node_modules/tool\n');
});

test('npm view answers for a field, a version and the whole', async () => {
  const bed = await createNpmTestBed({ packages });
  expect((await bed.run('npm view inner version')).stdout).toBe('1.1.0\n');
  expect((await bed.run('npm view inner@1.0.0 description')).stdout).toBe('first\n');
  expect((await bed.run('npm view inner versions --json')).stdout).toBe('[\n  "1.0.0",\n  "1.1.0"\n]\n');
  expect((await bed.run('npm view inner')).stdout).toContain('inner@1.1.0');
});

test('npm outdated shows what is behind and exits with 1', async () => {
  const bed = await createNpmTestBed({ packages });
  await bed.run('npm install inner@1.0.0');
  bed.write('package.json', { name: 'project', dependencies: { inner: '1.0.0' } });
  const result = await bed.run('npm outdated');
  expect(result.exitCode).toBe(1);
  expect(result.stdout.split('\n')[1]?.split(/ +/)).toEqual(['inner', '1.0.0', '1.0.0', '1.1.0', 'node_modules/inner', 'project']);
});

test('npm pkg reads and writes package.json by path, and not the prototype', async () => {
  const bed = await createNpmTestBed();
  await bed.run(['npm', 'pkg', 'set', 'scripts.build=tsc -b', 'type=module', '__proto__.polluted=yes']);
  expect(bed.readJson('package.json')).toEqual({ name: 'project', version: '1.0.0', scripts: { build: 'tsc -b' }, type: 'module' });
  expect((await bed.run('npm pkg get scripts.build')).stdout).toBe('"tsc -b"\n');
  await bed.run('npm pkg delete scripts');
  expect(bed.readJson('package.json')).toEqual({ name: 'project', version: '1.0.0', type: 'module' });
});

test('an unknown command names the nearest one', async () => {
  const bed = await createNpmTestBed();
  const result = await bed.run('npm isntal');
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain('npm error Unknown command: "isntal"');
  expect(result.stderr).toContain('npm install');
});

test('--prefix names the project, and -v the version', async () => {
  const bed = await createNpmTestBed({ files: { 'sub/package.json': '{"name":"sub","scripts":{"test":"sub-check"}}' } });
  await bed.run('npm --prefix sub test');
  expect(bed.shellCalls[0]).toMatchObject({ command: 'sub-check', cwd: '/home/project/sub' });
  expect((await bed.run('npm -v')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
