import type { Stranger } from '../stranger.ts';

interface ViteApp {
  name: string;
  dependencies: Record<string, string>;
  plugins?: string;
  imports?: string;
  main: string;
  text: string;
  vite?: string;
  devDependencies?: Record<string, string>;
  files?: Record<string, string>;
  packages: string[];
}

/** Returns a Vite page around a library, as in the library's own "getting started". */
function viteApp(app: ViteApp): Stranger {
  const { name, dependencies, devDependencies = {}, plugins = '', imports = '', main, text, vite = '^6.3.0', files = {}, packages } = app;
  return {
    name,
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        private: true,
        scripts: { dev: 'vite', build: 'vite build' },
        dependencies,
        devDependencies: { vite, ...devDependencies },
      }),
      'vite.config.js': `${imports}\nexport default { plugins: [${plugins}] };\n`,
      'index.html':
        '<!doctype html><html><head><title>app</title></head><body><div id="app"></div><script type="module" src="/src/main.jsx"></script></body></html>\n',
      'src/main.jsx': main,
      ...files,
    },
    packages,
    build: 'npm run build',
    start: 'npm run dev',
    page: { text },
    edit: { file: 'src/main.jsx', from: text, to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  };
}

const REACT = { react: '^19.0.0', 'react-dom': '^19.0.0' };
const REACT_PLUGIN = { '@vitejs/plugin-react': '^4.4.0' };

/** UI and drawing libraries. */
export const INTERFACES: readonly Stranger[] = [
  viteApp({
    name: 'MUI with Emotion',
    dependencies: { ...REACT, '@mui/material': '^7.0.0', '@emotion/react': '^11.14.0', '@emotion/styled': '^11.14.0' },
    devDependencies: REACT_PLUGIN,
    imports: "import react from '@vitejs/plugin-react';",
    plugins: 'react()',
    main: "import Button from '@mui/material/Button';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.querySelector('#app')).render(<Button variant=\"contained\">Hello from MUI</Button>);\n",
    text: 'Hello from MUI',
    packages: ['@mui/material', 'vite'],
  }),
  viteApp({
    name: 'Redux Toolkit counter',
    dependencies: { ...REACT, '@reduxjs/toolkit': '^2.8.0', 'react-redux': '^9.2.0' },
    devDependencies: REACT_PLUGIN,
    imports: "import react from '@vitejs/plugin-react';",
    plugins: 'react()',
    main: "import { configureStore, createSlice } from '@reduxjs/toolkit';\nimport { createRoot } from 'react-dom/client';\nimport { Provider, useSelector } from 'react-redux';\nconst slice = createSlice({ name: 'counter', initialState: { value: 7 }, reducers: {} });\nconst store = configureStore({ reducer: { counter: slice.reducer } });\nconst Count = () => <p>Hello from Redux: {useSelector((state) => state.counter.value)}</p>;\ncreateRoot(document.querySelector('#app')).render(<Provider store={store}><Count /></Provider>);\n",
    text: 'Hello from Redux',
    packages: ['@reduxjs/toolkit', 'vite'],
  }),
  viteApp({
    name: 'Three.js',
    dependencies: { three: '^0.176.0' },
    main: "import * as THREE from 'three';\nconst box = new THREE.Box3().setFromObject(new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2)));\ndocument.querySelector('#app').textContent = `Hello from Three ${box.max.x}`;\n",
    text: 'Hello from Three',
    packages: ['three', 'vite'],
  }),
  viteApp({
    name: 'Phaser 3',
    dependencies: { phaser: '^3.90.0' },
    main: "import Phaser from 'phaser';\nnew Phaser.Game({ type: Phaser.HEADLESS, width: 100, height: 100, scene: { create() { document.querySelector('#app').textContent = 'Hello from Phaser'; } } });\n",
    text: 'Hello from Phaser',
    packages: ['phaser', 'vite'],
  }),
  viteApp({
    name: 'D3 bars',
    dependencies: { d3: '^7.9.0' },
    main: "import * as d3 from 'd3';\nd3.select('#app').selectAll('p').data([4, 8]).join('p').text((value) => `Hello from D3 ${value}`);\n",
    text: 'Hello from D3',
    packages: ['d3', 'vite'],
  }),
  viteApp({
    name: 'Alpine with Tailwind 4',
    dependencies: { alpinejs: '^3.14.0' },
    devDependencies: { tailwindcss: '^4.1.0', '@tailwindcss/vite': '^4.1.0' },
    imports: "import tailwindcss from '@tailwindcss/vite';",
    plugins: 'tailwindcss()',
    main: "import './style.css';\nimport Alpine from 'alpinejs';\ndocument.querySelector('#app').innerHTML = '<h1 class=\"text-3xl underline\" x-data=\"{ text: `Hello from Alpine` }\" x-text=\"text\"></h1>';\nAlpine.start();\n",
    files: { 'src/style.css': "@import 'tailwindcss';\n" },
    text: 'Hello from Alpine',
    packages: ['alpinejs', 'tailwindcss', 'vite'],
  }),
  viteApp({
    name: 'Tailwind 3 with PostCSS and daisyUI',
    dependencies: {},
    devDependencies: { tailwindcss: '^3.4.17', postcss: '^8.5.0', autoprefixer: '^10.4.0', daisyui: '^4.12.0' },
    main: "import './style.css';\ndocument.querySelector('#app').innerHTML = '<button class=\"btn btn-primary\">Hello from Tailwind</button>';\n",
    files: {
      'src/style.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
      'postcss.config.js': 'export default { plugins: { tailwindcss: {}, autoprefixer: {} } };\n',
      'tailwind.config.js':
        "import daisyui from 'daisyui';\nexport default { content: ['./index.html', './src/**/*.jsx'], plugins: [daisyui] };\n",
    },
    text: 'Hello from Tailwind',
    packages: ['tailwindcss', 'daisyui', 'vite'],
  }),
  {
    name: 'Marko 6 with @marko/run',
    port: 3061,
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        private: true,
        scripts: { dev: 'marko-run dev --port 3061', build: 'marko-run build' },
        dependencies: { marko: '^6.0.0', '@marko/run': '^0.11.0' },
      }),
      'src/routes/+page.marko': '<!doctype html>\n<html><head><title>app</title></head><body><h1>Hello from Marko</h1></body></html>\n',
    },
    packages: ['marko', '@marko/run', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Marko' },
    edit: { file: 'src/routes/+page.marko', from: 'Hello from Marko', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Waku',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        private: true,
        scripts: { dev: 'waku dev', build: 'waku build' },
        dependencies: { react: '19.1.0', 'react-dom': '19.1.0', 'react-server-dom-webpack': '19.1.0', waku: '0.23.0' },
      }),
      'src/pages/_layout.tsx':
        "import type { ReactNode } from 'react';\nexport default async function Layout({ children }: { children: ReactNode }) { return <main>{children}</main>; }\nexport const getConfig = async () => ({ render: 'static' }) as const;\n",
      'src/pages/index.tsx':
        "export default async function Home() { return <h1>Hello from Waku</h1>; }\nexport const getConfig = async () => ({ render: 'static' }) as const;\n",
    },
    packages: ['waku', 'react', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Waku' },
    edit: { file: 'src/pages/index.tsx', from: 'Hello from Waku', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'WXT browser extension',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        private: true,
        scripts: { build: 'wxt build' },
        devDependencies: { wxt: '^0.20.0' },
      }),
      'wxt.config.ts': "import { defineConfig } from 'wxt';\nexport default defineConfig({});\n",
      'entrypoints/background.ts': "export default defineBackground(() => { console.log('background'); });\n",
      'entrypoints/popup/index.html':
        '<!doctype html><html><head><title>popup</title></head><body><h1>popup</h1><script type="module" src="./main.ts"></script></body></html>\n',
      'entrypoints/popup/main.ts': "document.title = 'popped';\n",
    },
    packages: ['wxt', 'vite'],
    build: { command: 'npm run build && cat .output/chrome-mv3/manifest.json', text: '"manifest_version":3' },
  },
];
