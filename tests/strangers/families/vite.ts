import type { Stranger } from '../stranger.ts';

interface Template {
  name: string;
  /** The text of the first page; the newest templates say "Get started". */
  text?: string;
  edit: { file: string; from: string; to?: string };
  packages: string[];
}

const TEMPLATES: readonly Template[] = [
  { name: 'react', edit: { file: 'src/App.jsx', from: 'Get started' }, packages: ['react', 'vite'] },
  { name: 'react-ts', edit: { file: 'src/App.tsx', from: 'Get started' }, packages: ['react', 'typescript', 'vite'] },
  { name: 'vue', edit: { file: 'src/components/HelloWorld.vue', from: 'Get started' }, packages: ['vue', 'vite'] },
  { name: 'vue-ts', edit: { file: 'src/components/HelloWorld.vue', from: 'Get started' }, packages: ['vue', 'vue-tsc', 'vite'] },
  { name: 'svelte', edit: { file: 'src/App.svelte', from: 'Get started' }, packages: ['svelte', 'vite'] },
  { name: 'svelte-ts', edit: { file: 'src/App.svelte', from: 'Get started' }, packages: ['svelte', 'vite'] },
  { name: 'preact', edit: { file: 'src/app.jsx', from: 'Get started' }, packages: ['preact', 'vite'] },
  { name: 'lit', edit: { file: 'src/my-element.js', from: 'Your questions, answered' }, packages: ['lit', 'vite'] },
  { name: 'solid', edit: { file: 'src/App.jsx', from: 'Get started' }, packages: ['solid-js', 'vite'] },
  { name: 'qwik', edit: { file: 'src/app.jsx', from: 'Get started' }, packages: ['@builder.io/qwik', 'vite'] },
  { name: 'vanilla', edit: { file: 'src/main.js', from: 'Get started' }, packages: ['vite'] },
  { name: 'vanilla-ts', edit: { file: 'src/main.ts', from: 'Get started' }, packages: ['typescript', 'vite'] },
];

/** `npm create vite@latest` and the templates of other versions. */
export const VITE: readonly Stranger[] = [
  ...TEMPLATES.map(
    ({ name, text = 'Get started', edit, packages }): Stranger => ({
      name: `create-vite ${name}`,
      generate: `npm create -y vite@latest app -- --template ${name} --no-interactive`,
      packages,
      build: 'npm run build',
      start: 'npm run dev',
      page: { text },
      edit: { ...edit, to: edit.to ?? 'Changed here', text: 'Changed here' },
      isQuick: true,
    }),
  ),
  ...(
    [
      ['4.4.1', 'react-swc', '4.4'],
      ['4.4.1', 'react', '4.4'],
      ['5.5.5', 'react-ts', '5.4'],
      ['5.5.5', 'vue', '5.4'],
      ['6.5.0', 'react-ts', '6.3'],
    ] as const
  ).map(
    ([version, template, vite]): Stranger => ({
      name: `create-vite ${version} ${template} (Vite ${vite[0]})`,
      generate: `npm create -y vite@${version} app -- --template ${template}`,
      packages: [template === 'vue' ? 'vue' : 'react', 'vite'],
      build: 'npm run build',
      start: 'npm run dev',
      page: { text: 'count is' },
      edit: {
        file: template === 'vue' ? 'src/components/HelloWorld.vue' : `src/App.${template === 'react-ts' ? 'tsx' : 'jsx'}`,
        from: 'count is',
        to: 'count was',
        text: 'count was',
      },
      isQuick: true,
    }),
  ),
  {
    name: 'create-vue with router, pinia, vitest',
    generate: 'npm create -y vue@latest app -- --ts --router --pinia --vitest --bare',
    packages: ['vue', 'vite', 'vue-tsc', 'vitest'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'You did it!' },
    edit: { file: 'src/App.vue', from: 'You did it!', to: 'They did it!', text: 'They did it!' },
    test: 'npx vitest run --passWithNoTests',
  },
];
