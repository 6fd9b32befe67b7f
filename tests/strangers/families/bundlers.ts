import type { Stranger } from '../stranger.ts';

const PAGE = '<!doctype html><html><head><title>app</title></head><body><div id="root"></div></body></html>\n';

/** Bundlers, and the applications created by their own generators. */
export const BUNDLERS: readonly Stranger[] = [
  {
    name: 'create-react-app 5 (react-scripts)',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        private: true,
        scripts: { start: 'react-scripts start', build: 'react-scripts build', test: 'react-scripts test' },
        dependencies: {
          react: '^18.3.1',
          'react-dom': '^18.3.1',
          'react-scripts': '5.0.1',
          '@testing-library/jest-dom': '^5.17.0',
          '@testing-library/react': '^13.4.0',
        },
        eslintConfig: { extends: ['react-app', 'react-app/jest'] },
        browserslist: { production: ['>0.2%', 'not dead'], development: ['last 1 chrome version'] },
      }),
      'public/index.html':
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8" /><title>React App</title></head><body><div id="root"></div></body></html>\n',
      'src/index.js':
        "import React from 'react';\nimport ReactDOM from 'react-dom/client';\nimport './index.css';\nimport App from './App';\nReactDOM.createRoot(document.getElementById('root')).render(<React.StrictMode><App /></React.StrictMode>);\n",
      'src/index.css': 'body { margin: 0 }\n',
      'src/App.js': 'export default function App() {\n  return <a href="https://reactjs.org">Learn React</a>;\n}\n',
      'src/App.test.js':
        "import { render, screen } from '@testing-library/react';\nimport App from './App';\ntest('renders learn react link', () => {\n  render(<App />);\n  expect(screen.getByText(/learn react/i)).toBeInTheDocument();\n});\n",
      'src/setupTests.js': "import '@testing-library/jest-dom';\n",
    },
    packages: ['react-scripts', 'react', 'webpack'],
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Learn React' },
    edit: { file: 'src/App.js', from: 'Learn React', to: 'Changed here', text: 'Changed here' },
    test: 'CI=true npm test',
  },
  {
    name: '@vue/cli 5 create',
    generate:
      'npx -y @vue/cli@5 create app --default --skipGetStarted --no-git --packageManager npm && rm -rf app/node_modules app/package-lock.json',
    packages: ['@vue/cli-service', 'vue'],
    build: 'npm run build',
    start: 'npm run serve',
    page: { text: 'Welcome to Your Vue.js App' },
    edit: { file: 'src/App.vue', from: 'Welcome to Your Vue.js App', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'create-rsbuild react',
    generate: 'npm create -y rsbuild@2.1.13 app -- --template react-js',
    packages: ['@rsbuild/core', 'react'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Rsbuild with React' },
    edit: { file: 'src/App.jsx', from: 'Rsbuild with React', to: 'Changed here', text: 'Changed here' },
    words: 'does not run in a browser',
  },
  {
    name: 'create-rspack vanilla',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { dev: 'rspack serve', build: 'rspack build' },
        devDependencies: { '@rspack/cli': '^1.3.0', '@rspack/core': '^1.3.0' },
      }),
      'rspack.config.js':
        "import { rspack } from '@rspack/core';\nexport default { entry: './src/index.js', devServer: { port: 3051 }, plugins: [new rspack.HtmlRspackPlugin({ template: './index.html' })] };\n",
      'index.html': PAGE,
      'src/index.js': "document.querySelector('#root').innerHTML = '<h1>Hello from Rspack</h1>';\n",
    },
    packages: ['@rspack/core', '@rspack/cli'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Rspack' },
    edit: { file: 'src/index.js', from: 'Hello from Rspack', to: 'Changed here', text: 'Changed here' },
    words: 'does not run in a browser',
  },
  {
    name: 'webpack 5 with babel, css and dev server',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        scripts: { build: 'webpack --mode production', start: 'webpack serve --mode development' },
        dependencies: { react: '^18', 'react-dom': '^18' },
        devDependencies: {
          '@babel/core': '^7',
          '@babel/preset-env': '^7',
          '@babel/preset-react': '^7',
          'babel-loader': '^9',
          'css-loader': '^7',
          'html-webpack-plugin': '^5',
          'mini-css-extract-plugin': '^2',
          sass: '^1',
          'sass-loader': '^16',
          'style-loader': '^4',
          webpack: '^5',
          'webpack-cli': '^6',
          'webpack-dev-server': '^5',
        },
      }),
      'webpack.config.js':
        "const Html = require('html-webpack-plugin');\nmodule.exports = {\n  entry: './src/index.jsx',\n  devServer: { port: 3052, hot: true },\n  module: { rules: [\n    { test: /\\.jsx$/, use: { loader: 'babel-loader', options: { presets: ['@babel/preset-env', ['@babel/preset-react', { runtime: 'automatic' }]] } } },\n    { test: /\\.scss$/, use: ['style-loader', 'css-loader', 'sass-loader'] },\n  ] },\n  plugins: [new Html({ template: './index.html' })],\n};\n",
      'index.html': PAGE,
      'src/index.jsx':
        "import { createRoot } from 'react-dom/client';\nimport './style.scss';\ncreateRoot(document.querySelector('#root')).render(<h1>Hello from webpack</h1>);\n",
      'src/style.scss': '$colour: red;\nh1 { color: $colour; }\n',
    },
    packages: ['webpack', 'webpack-dev-server', 'babel-loader', 'sass'],
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Hello from webpack' },
    edit: { file: 'src/index.jsx', from: 'Hello from webpack', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Parcel 2',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        source: 'src/index.html',
        scripts: { start: 'parcel --port 3053', build: 'parcel build' },
        devDependencies: { parcel: '^2.12.0' },
      }),
      'src/index.html': '<!doctype html><html><body><h1 id="root"></h1><script type="module" src="app.js"></script></body></html>\n',
      'src/app.js': "document.querySelector('#root').textContent = 'Hello from Parcel';\n",
    },
    packages: ['parcel'],
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Hello from Parcel' },
    edit: { file: 'src/app.js', from: 'Hello from Parcel', to: 'Changed here', text: 'Changed here' },
    words: 'does not run in a browser',
  },
  {
    name: 'Rollup 4 library',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { build: 'rollup -c', test: 'node dist/app.cjs' },
        devDependencies: {
          '@rollup/plugin-commonjs': '^28',
          '@rollup/plugin-node-resolve': '^16',
          '@rollup/plugin-terser': '^0.4',
          '@rollup/plugin-typescript': '^12',
          rollup: '^4',
          tslib: '^2',
          typescript: '^5.8',
        },
        dependencies: { ms: '^2.1.3' },
      }),
      'rollup.config.js':
        "import commonjs from '@rollup/plugin-commonjs';\nimport resolve from '@rollup/plugin-node-resolve';\nimport terser from '@rollup/plugin-terser';\nimport typescript from '@rollup/plugin-typescript';\nexport default { input: 'src/main.ts', output: [{ file: 'dist/app.cjs', format: 'cjs', sourcemap: true }, { file: 'dist/app.mjs', format: 'es' }], plugins: [resolve(), commonjs(), typescript(), terser()] };\n",
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2020", "module": "ESNext", "moduleResolution": "bundler", "esModuleInterop": true, "strict": false, "sourceMap": true } }\n',
      'src/main.ts': "import ms from 'ms';\nconsole.log(`two days are ${ms('2 days')}`);\n",
    },
    packages: ['rollup', '@rollup/plugin-typescript'],
    build: 'npm run build',
    test: { command: 'npm test', text: 'two days are 172800000' },
    isQuick: true,
  },
  {
    name: 'esbuild serve',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { start: 'node build.js', build: 'esbuild src/app.jsx --bundle --minify --outfile=public/app.js' },
        dependencies: { react: '^19', 'react-dom': '^19' },
        devDependencies: { esbuild: '^0.25.0' },
      }),
      'build.js':
        "import * as esbuild from 'esbuild';\nconst context = await esbuild.context({ entryPoints: ['src/app.jsx'], bundle: true, outdir: 'public', jsx: 'automatic', banner: { js: \"new EventSource('/esbuild').addEventListener('change', () => location.reload());\" } });\nawait context.watch();\nawait context.serve({ servedir: 'public', port: 3054 });\n",
      'public/index.html': '<!doctype html><html><body><div id="root"></div><script src="app.js"></script></body></html>\n',
      'src/app.jsx':
        "import React from 'react';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.querySelector('#root')).render(<h1>Hello from esbuild</h1>);\n",
    },
    packages: ['esbuild', 'react'],
    // Its own message: its WebAssembly build has no server.
    words: 'The "serve" API is not supported when using WebAssembly',
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Hello from esbuild' },
    edit: { file: 'src/app.jsx', from: 'Hello from esbuild', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'tsup library with vitest',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { build: 'tsup src/index.ts --format esm,cjs --dts', test: 'vitest run' },
        devDependencies: { tsup: '^8.5.0', typescript: '^5.8.0', vitest: '^3.0.0' },
      }),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "strict": true, "skipLibCheck": true } }\n',
      'src/index.ts': 'export const add = (one: number, other: number): number => one + other;\n',
      'src/index.test.ts':
        "import { expect, test } from 'vitest';\nimport { add } from './index';\ntest('adds', () => expect(add(1, 2)).toBe(3));\n",
    },
    packages: ['tsup', 'typescript', 'vitest'],
    build: 'npm run build',
    test: { command: 'npm test', text: '1 passed' },
    isQuick: true,
  },
  {
    name: 'tsdown library',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        // Two formats at once hang in rolldown's WebAssembly build, on native Node too (beta.45 to rc.17).
        scripts: { build: 'tsdown src/index.ts --dts', test: 'node --test' },
        devDependencies: { tsdown: '^0.15.0', typescript: '^5.8.0' },
      }),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "strict": true, "skipLibCheck": true } }\n',
      'src/index.ts': 'export const add = (one: number, other: number): number => one + other;\n',
      'test/add.test.mjs':
        "import assert from 'node:assert';\nimport { readdirSync } from 'node:fs';\nimport test from 'node:test';\ntest('adds', async () => {\n  const name = readdirSync('dist').find((each) => /^index\\.m?js$/.test(each));\n  assert.equal((await import(`../dist/${name}`)).add(1, 2), 3);\n});\n",
    },
    packages: ['tsdown', 'rolldown'],
    build: 'npm run build',
    test: 'npm test',
    isQuick: true,
  },
  {
    name: 'Stencil component starter',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        main: 'dist/index.cjs.js',
        collection: 'dist/collection/collection-manifest.json',
        scripts: { build: 'stencil build', start: 'stencil build --dev --watch --serve' },
        devDependencies: { '@stencil/core': '^4.30.0' },
      }),
      'stencil.config.ts':
        "import { Config } from '@stencil/core';\nexport const config: Config = { namespace: 'hello-app', outputTargets: [{ type: 'dist' }, { type: 'www', serviceWorker: null }], devServer: { port: 3055, openBrowser: false } };\n",
      'tsconfig.json':
        '{ "compilerOptions": { "allowSyntheticDefaultImports": true, "declaration": false, "experimentalDecorators": true, "lib": ["dom", "es2017"], "moduleResolution": "node", "module": "esnext", "target": "es2017", "jsx": "react", "jsxFactory": "h", "skipLibCheck": true }, "include": ["src"] }\n',
      'src/index.html':
        '<!DOCTYPE html><html><head><script type="module" src="/build/hello-app.esm.js"></script></head><body><my-hello></my-hello></body></html>\n',
      'src/components/my-hello/my-hello.tsx':
        "import { Component, h } from '@stencil/core';\n@Component({ tag: 'my-hello', shadow: true })\nexport class MyHello { render() { return <h1>Hello from Stencil</h1>; } }\n",
    },
    packages: ['@stencil/core'],
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Hello from Stencil' },
    edit: { file: 'src/components/my-hello/my-hello.tsx', from: 'Hello from Stencil', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Storybook 9 with React and Vite',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { storybook: 'storybook dev -p 6006 --no-open --ci', build: 'storybook build' },
        dependencies: { react: '^19', 'react-dom': '^19' },
        devDependencies: { '@storybook/react-vite': '^9.0.0', storybook: '^9.0.0', vite: '^6.3.0', '@vitejs/plugin-react': '^4.4.0' },
      }),
      'vite.config.js': "import react from '@vitejs/plugin-react';\nexport default { plugins: [react()] };\n",
      '.storybook/main.js':
        "export default { stories: ['../src/**/*.stories.jsx'], addons: [], framework: { name: '@storybook/react-vite', options: {} }, core: { disableTelemetry: true } };\n",
      'src/Button.stories.jsx':
        "const Button = ({ label }) => <button type=\"button\">{label}</button>;\nexport default { title: 'Button', component: Button };\nexport const Primary = { args: { label: 'Hello from Storybook' } };\n",
    },
    packages: ['storybook', 'vite'],
    build: 'npm run build',
    start: 'npm run storybook',
    port: 6006,
    page: { path: '/?path=/story/button--primary', text: 'Hello from Storybook' },
    edit: { file: 'src/Button.stories.jsx', from: 'Hello from Storybook', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Expo for the web',
    generate: 'npx -y create-expo-app@latest app --template blank@53.0.42 --no-install',
    changes: [
      {
        file: 'package.json',
        from: '"dependencies": {',
        to: '"dependencies": {\n    "@expo/metro-runtime": "~5.0.4",\n    "react-dom": "19.0.0",\n    "react-native-web": "^0.20.0",',
      },
    ],
    packages: ['expo', 'react-native-web', 'metro'],
    build: 'npx expo export --platform web',
    start: 'npx expo start --web',
    page: { text: 'Open up App.js to start working on your app!' },
    edit: { file: 'App.js', from: 'Open up App.js to start working on your app!', to: 'Changed here', text: 'Changed here' },
  },
];
