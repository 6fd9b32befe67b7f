import type { FixturePackages } from '../../../../packages/engine/src/programs/npm/testing/fixture-registry.ts';

/** Returns a script that leaves a mark if it runs. */
const leavesMark = (mark: string) =>
  `node -e "require('fs').writeFileSync(process.env.HOME + '/../project-${mark}', 'ran')" || touch ${mark}`;

export const HOSTILE_PACKAGES: FixturePackages = {
  '@evil/scripts@1.0.0': {
    manifest: {
      scripts: Object.fromEntries(
        ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare'].map((name) => [name, leavesMark(`${name}-ran`)]),
      ),
    },
  },
  '@evil/names@1.0.0': {
    manifest: { bin: { '../../../escaped-bin': 'a.js', __proto__: 'a.js', sh: 'a.js' } },
    files: {
      'a.js': 'process.stdout.write("the program of the package ran\\n")',
      '../../escaped.txt': 'out of the folder',
      '/etc/escaped.txt': 'out of the folder',
      'a/../../../escaped-too.txt': 'out of the folder',
      '..\\..\\escaped-windows.txt': 'out of the folder',
      '__proto__/polluted.txt': 'a name that is a trap',
    },
  },
  '@evil/deep@1.0.0': { files: { [`${'d/'.repeat(60)}deep.txt`]: 'deep' } },
};
