import type { Stranger } from '../stranger.ts';

/** Sites made of documents, and slides. */
export const SITES: readonly Stranger[] = [
  {
    name: 'Eleventy 3',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { build: 'eleventy', start: 'eleventy --serve' },
        devDependencies: { '@11ty/eleventy': '^3.0.0' },
      }),
      'index.md': '---\ntitle: home\nlayout: base.njk\n---\n# Hello from Eleventy\n',
      '_includes/base.njk': '<!doctype html><html><head><title>{{ title }}</title></head><body>{{ content | safe }}</body></html>\n',
    },
    packages: ['@11ty/eleventy'],
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Hello from Eleventy' },
    edit: { file: 'index.md', from: 'Hello from Eleventy', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
  {
    name: 'create-docusaurus classic',
    generate: 'npx -y create-docusaurus@3 app classic --javascript --skip-install --git-strategy copy',
    packages: ['@docusaurus/core', 'react', 'webpack'],
    // Its bundler is rspack, whose WebAssembly build finds no browserslist configuration, on native Node either.
    words: 'webpack does its work with the same configuration',
    build: 'npm run build',
    start: 'npm start',
    page: { text: 'Docusaurus Tutorial - 5min' },
    edit: { file: 'src/pages/index.js', from: 'Docusaurus Tutorial - 5min', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'VitePress 1',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { 'docs:dev': 'vitepress dev', 'docs:build': 'vitepress build' },
        devDependencies: { vitepress: '^1.6.0' },
      }),
      'index.md': '---\nlayout: home\nhero:\n  name: My project\n  text: A VitePress site\n---\n',
      'guide.md': '# Hello from VitePress\n\n```js\nconst answer = 42\n```\n',
      '.vitepress/config.mjs':
        "import { defineConfig } from 'vitepress';\nexport default defineConfig({ title: 'site', themeConfig: { sidebar: [{ text: 'Guide', link: '/guide' }] } });\n",
    },
    packages: ['vitepress', 'vite', 'vue'],
    build: 'npm run docs:build',
    start: 'npm run docs:dev',
    page: { path: '/guide.html', text: 'Hello from VitePress' },
    edit: { file: 'guide.md', from: 'Hello from VitePress', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Slidev',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        private: true,
        scripts: { build: 'slidev build', dev: 'slidev' },
        dependencies: { '@slidev/cli': '^51.0.0', '@slidev/theme-default': 'latest', vue: '^3.5.0' },
        // Not every registry has all parts of its newest release.
        overrides: { unocss: '66.10.5' },
      }),
      'slides.md': '---\ntheme: default\ntitle: slides\n---\n\n# Hello from Slidev\n\n---\n\n# Two\n',
    },
    packages: ['@slidev/cli', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Slidev' },
    edit: { file: 'slides.md', from: 'Hello from Slidev', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Hexo 7',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        private: true,
        scripts: { build: 'hexo generate', server: 'hexo server' },
        hexo: { version: '' },
        dependencies: {
          hexo: '^7.0.0',
          'hexo-generator-index': '^3.0.0',
          'hexo-renderer-ejs': '^2.0.0',
          'hexo-renderer-marked': '^6.0.0',
          'hexo-server': '^3.0.0',
          'hexo-theme-landscape': '^1.0.0',
        },
      }),
      '_config.yml': 'title: site\ntheme: landscape\nurl: http://example.com\n',
      'source/_posts/hello.md': '---\ntitle: Hello from Hexo\ndate: 2025-01-01 00:00:00\n---\nA post.\n',
    },
    packages: ['hexo'],
    build: 'npm run build',
    start: 'npm run server',
    page: { text: 'Hello from Hexo' },
    edit: { file: 'source/_posts/hello.md', from: 'Hello from Hexo', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Metalsmith with http-server',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { build: 'node build.js', start: 'http-server build -p 3041 -c-1' },
        dependencies: {
          metalsmith: '^2.6.0',
          '@metalsmith/markdown': '^1.10.0',
          '@metalsmith/layouts': '^2.7.0',
          'http-server': '^14.1.0',
          'jstransformer-handlebars': '^1.2.0',
        },
      }),
      'build.js':
        "import { dirname } from 'node:path';\nimport { fileURLToPath } from 'node:url';\nimport Metalsmith from 'metalsmith';\nimport markdown from '@metalsmith/markdown';\nMetalsmith(dirname(fileURLToPath(import.meta.url))).source('./src').destination('./build').use(markdown()).build((error) => { if (error) throw error; console.log('built'); });\n",
      'src/index.md': '# Hello from Metalsmith\n',
    },
    packages: ['metalsmith', 'http-server'],
    build: { command: 'npm run build', text: 'built' },
    start: 'npm start',
    page: { text: 'Hello from Metalsmith' },
    isQuick: true,
  },
  {
    name: 'jQuery with browser-sync',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        scripts: { start: 'browser-sync start --server --files "*.html" --port 3042 --no-open --no-ui' },
        dependencies: { jquery: '^3.7.0' },
        devDependencies: { 'browser-sync': '^3.0.0' },
      }),
      'index.html':
        "<!doctype html><html><body><h1>static</h1><script src=\"node_modules/jquery/dist/jquery.js\"></script><script>$('h1').text('Hello from jQuery');</script></body></html>\n",
    },
    packages: ['jquery', 'browser-sync'],
    start: 'npm start',
    page: { text: 'Hello from jQuery' },
    edit: { file: 'index.html', from: 'Hello from jQuery', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'a static page with live-server',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        scripts: { start: 'live-server --port=3043 --no-browser' },
        devDependencies: { 'live-server': '^1.2.2' },
      }),
      'index.html': '<!doctype html><html><head><title>static</title></head><body><h1>Hello from a file</h1></body></html>\n',
    },
    packages: ['live-server'],
    start: 'npm start',
    page: { text: 'Hello from a file' },
    edit: { file: 'index.html', from: 'Hello from a file', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
  {
    name: 'a static page with serve',
    files: {
      'package.json': JSON.stringify({ name: 'app', scripts: { start: 'serve -l 3044 public' }, devDependencies: { serve: '^14.2.0' } }),
      'public/index.html': '<!doctype html><html><head><title>static</title></head><body><h1>Hello from a file</h1></body></html>\n',
    },
    packages: ['serve'],
    start: 'npm start',
    page: { text: 'Hello from a file' },
    edit: { file: 'public/index.html', from: 'Hello from a file', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
];
