import type { Stranger } from '../stranger.ts';

/** Frameworks with their own server. */
export const FRAMEWORKS: readonly Stranger[] = [
  {
    name: 'create-next-app 14',
    generate:
      'npx -y create-next-app@14 app --ts --app --no-eslint --no-tailwind --no-src-dir --import-alias "@/*" --use-npm --skip-install',
    packages: ['next', 'react'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Get started by editing' },
    edit: { file: 'app/page.tsx', from: 'Get started by editing', to: 'Changed here', text: 'Changed here' },
  },
  ...(['15', '16'] as const).map(
    (version): Stranger => ({
      name: `create-next-app ${version}`,
      generate: `npx -y create-next-app@${version} app --ts --app --no-eslint --no-tailwind --no-src-dir --import-alias "@/*" --use-npm --skip-install --no-turbopack --yes`,
      // Its own layout fetches two fonts during the build, which fails on every machine without a network.
      files: {
        'app/layout.tsx':
          'import type { Metadata } from "next";\nimport "./globals.css";\n\nexport const metadata: Metadata = { title: "Create Next App" };\n\nexport default function RootLayout({ children }: Readonly<{ children: React.ReactNode }>) {\n  return (\n    <html lang="en">\n      <body>{children}</body>\n    </html>\n  );\n}\n',
      },
      packages: ['next', 'react'],
      build: version === '16' ? 'npx next build --webpack' : 'npx next build',
      start: version === '16' ? 'npx next dev --webpack' : 'npx next dev',
      page: { text: version === '16' ? 'To get started' : 'Get started by editing' },
      edit: {
        file: 'app/page.tsx',
        from: version === '16' ? 'To get started' : 'Get started by editing',
        to: 'Changed here',
        text: 'Changed here',
      },
    }),
  ),
  {
    name: 'sv create (SvelteKit 2)',
    generate: 'npx -y sv@latest create app --template demo --types ts --no-add-ons --no-install',
    packages: ['@sveltejs/kit', 'svelte', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'to your new' },
    edit: { file: 'src/routes/+page.svelte', from: 'to your new', to: 'to your own', text: 'to your own' },
  },
  ...(['3', '4'] as const).map(
    (version): Stranger => ({
      name: `Nuxt ${version}`,
      files: {
        'package.json': JSON.stringify({
          name: 'app',
          private: true,
          type: 'module',
          scripts: { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
          dependencies: { nuxt: `^${version}.0.0`, vue: '^3.5.0', 'vue-router': '^4.5.0' },
        }),
        'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2025-01-01', devtools: { enabled: true } })\n",
        [version === '3' ? 'app.vue' : 'app/app.vue']:
          '<script setup lang="ts">\nconst count = ref(0)\nconst { data } = await useFetch(\'/api/hello\')\n</script>\n<template><div><h1>Hello from Nuxt</h1><p>{{ data }}</p><button @click="count++">{{ count }}</button></div></template>\n',
        'server/api/hello.ts': "export default defineEventHandler(() => 'from the server')\n",
        'tsconfig.json': '{ "extends": "./.nuxt/tsconfig.json" }\n',
      },
      packages: ['nuxt', 'vite'],
      build: 'npm run build',
      start: 'npm run dev',
      page: { text: 'from the server' },
      edit: { file: version === '3' ? 'app.vue' : 'app/app.vue', from: 'Hello from Nuxt', to: 'Changed here', text: 'Changed here' },
    }),
  ),
  {
    name: 'Astro 5',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { dev: 'astro dev', build: 'astro build' },
        dependencies: { astro: '^5.0.0', '@astrojs/react': '^4.0.0', '@astrojs/mdx': '^4.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
      }),
      'astro.config.mjs':
        "import { defineConfig } from 'astro/config';\nimport react from '@astrojs/react';\nimport mdx from '@astrojs/mdx';\nexport default defineConfig({ integrations: [react(), mdx()] });\n",
      'src/pages/index.astro':
        "---\nimport Counter from '../components/Counter.jsx';\nconst title = 'Hello from Astro';\n---\n<html lang=\"en\"><head><title>{title}</title></head><body><h1>{title}</h1><Counter client:load /></body></html>\n<style>h1 { color: rebeccapurple }</style>\n",
      'src/pages/post.mdx': '# A post\n\nWith **mdx**.\n',
      'src/components/Counter.jsx':
        "import { useEffect, useState } from 'react';\nexport default function Counter() {\n  const [at, setAt] = useState('server');\n  useEffect(() => setAt('browser'), []);\n  return <p>rendered in the {at}</p>;\n}\n",
    },
    packages: ['astro', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'rendered in the browser' },
    edit: { file: 'src/pages/index.astro', from: 'Hello from Astro', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'React Router 7 (framework)',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        private: true,
        type: 'module',
        scripts: { build: 'react-router build', dev: 'react-router dev', start: 'react-router-serve ./build/server/index.js' },
        dependencies: {
          '@react-router/node': '~7.9.0',
          '@react-router/serve': '~7.9.0',
          isbot: '^5',
          react: '^19',
          'react-dom': '^19',
          'react-router': '~7.9.0',
        },
        devDependencies: {
          '@react-router/dev': '~7.9.0',
          typescript: '^5.8.0',
          vite: '^7.0.0',
          '@types/react': '^19',
          '@types/react-dom': '^19',
        },
      }),
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [reactRouter()] });\n",
      'react-router.config.ts': "import type { Config } from '@react-router/dev/config';\nexport default { ssr: true } satisfies Config;\n",
      'app/routes.ts':
        "import { index, type RouteConfig } from '@react-router/dev/routes';\nexport default [index('routes/home.tsx')] satisfies RouteConfig;\n",
      'app/root.tsx':
        'import { Links, Meta, Outlet, Scripts, ScrollRestoration } from \'react-router\';\nexport function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><head><meta charSet="utf-8" /><Meta /><Links /></head><body>{children}<ScrollRestoration /><Scripts /></body></html>;\n}\nexport default function App() { return <Outlet />; }\n',
      'app/routes/home.tsx':
        "export function loader() { return { message: 'from the loader' }; }\nexport default function Home({ loaderData }: { loaderData: { message: string } }) {\n  return <main><h1>Hello from React Router</h1><p>{loaderData.message}</p></main>;\n}\n",
    },
    packages: ['react-router', 'react', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'from the loader' },
    edit: { file: 'app/routes/home.tsx', from: 'Hello from React Router', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Remix 2',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        private: true,
        type: 'module',
        scripts: { build: 'remix vite:build', dev: 'remix vite:dev', start: 'remix-serve ./build/server/index.js' },
        dependencies: {
          '@remix-run/node': '^2.16.0',
          '@remix-run/react': '^2.16.0',
          '@remix-run/serve': '^2.16.0',
          isbot: '^4.1.0',
          react: '^18.2.0',
          'react-dom': '^18.2.0',
        },
        devDependencies: { '@remix-run/dev': '^2.16.0', typescript: '^5.1.6', vite: '^5.4.0', 'vite-tsconfig-paths': '^4.2.1' },
      }),
      'vite.config.ts':
        "import { vitePlugin as remix } from '@remix-run/dev';\nimport { defineConfig } from 'vite';\nimport tsconfigPaths from 'vite-tsconfig-paths';\nexport default defineConfig({ plugins: [remix(), tsconfigPaths()] });\n",
      'tsconfig.json':
        '{ "include": ["**/*.ts", "**/*.tsx"], "compilerOptions": { "jsx": "react-jsx", "module": "ESNext", "moduleResolution": "Bundler", "target": "ES2022", "strict": true, "baseUrl": ".", "paths": { "~/*": ["./app/*"] }, "noEmit": true } }\n',
      'app/root.tsx':
        'import { Links, Meta, Outlet, Scripts, ScrollRestoration } from \'@remix-run/react\';\nexport function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><head><meta charSet="utf-8" /><Meta /><Links /></head><body>{children}<ScrollRestoration /><Scripts /></body></html>;\n}\nexport default function App() { return <Outlet />; }\n',
      'app/routes/_index.tsx':
        "import { json } from '@remix-run/node';\nimport { useLoaderData } from '@remix-run/react';\nexport const loader = () => json({ message: 'from the loader' });\nexport default function Index() {\n  const { message } = useLoaderData<typeof loader>();\n  return <main><h1>Hello from Remix</h1><p>{message}</p></main>;\n}\n",
    },
    packages: ['@remix-run/dev', 'react', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'from the loader' },
    edit: { file: 'app/routes/_index.tsx', from: 'Hello from Remix', to: 'Changed here', text: 'Changed here' },
  },
  ...(['19', '20'] as const).map(
    (version): Stranger => ({
      name: `@angular/cli ${version} new`,
      // The newest version of each major may require versions that are not published yet.
      generate: `npx -y @angular/cli@${version === '19' ? '19.2.19' : '20.3.40'} new app --defaults --skip-install --skip-git --ssr=false`,
      packages: ['@angular/core', '@angular/cli'],
      build: 'npm run build',
      start: 'npm start',
      page: { text: 'Congratulations! Your app is running.' },
      edit: {
        file: version === '19' ? 'src/app/app.component.html' : 'src/app/app.html',
        from: 'Congratulations! Your app is running.',
        to: 'Changed here',
        text: 'Changed here',
      },
    }),
  ),
  {
    name: 'create-qwik',
    generate: 'npm create -y qwik@latest empty app',
    packages: ['@builder.io/qwik', 'vite'],
    build: 'npm run build.client && npm run build.preview',
    start: 'npx vite --mode ssr',
    page: { text: 'Hi' },
    edit: { file: 'src/routes/index.tsx', from: 'Hi ', to: 'Changed here ', text: 'Changed here' },
  },
  {
    name: 'SolidStart',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { dev: 'vinxi dev', build: 'vinxi build' },
        dependencies: { '@solidjs/router': '^0.15.0', '@solidjs/start': '^1.1.0', 'solid-js': '^1.9.5', vinxi: '^0.5.7' },
      }),
      'app.config.ts': "import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig({});\n",
      'src/app.tsx':
        "import { Router } from '@solidjs/router';\nimport { FileRoutes } from '@solidjs/start/router';\nimport { Suspense } from 'solid-js';\nexport default function App() {\n  return <Router root={(props) => <Suspense>{props.children}</Suspense>}><FileRoutes /></Router>;\n}\n",
      'src/entry-client.tsx':
        "// @refresh reload\nimport { mount, StartClient } from '@solidjs/start/client';\nmount(() => <StartClient />, document.getElementById('app')!);\n",
      'src/entry-server.tsx':
        '// @refresh reload\nimport { createHandler, StartServer } from \'@solidjs/start/server\';\nexport default createHandler(() => (\n  <StartServer document={({ assets, children, scripts }) => (\n    <html lang="en"><head><meta charset="utf-8" />{assets}</head><body><div id="app">{children}</div>{scripts}</body></html>\n  )} />\n));\n',
      'src/routes/index.tsx':
        "import { createSignal } from 'solid-js';\nexport default function Home() {\n  const [count] = createSignal(3);\n  return <h1>Hello from Solid {count()}</h1>;\n}\n",
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ESNext", "module": "ESNext", "moduleResolution": "bundler", "jsx": "preserve", "jsxImportSource": "solid-js", "strict": true, "noEmit": true, "types": ["vinxi/types/client"] } }\n',
    },
    packages: ['@solidjs/start', 'vinxi', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    // The other port is for hot updates only.
    port: 3000,
    page: { text: 'Hello from Solid' },
    edit: { file: 'src/routes/index.tsx', from: 'Hello from Solid', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Gatsby 5',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        private: true,
        scripts: { build: 'gatsby build', develop: 'gatsby develop' },
        dependencies: { gatsby: '^5.14.0', react: '^18.2.0', 'react-dom': '^18.2.0' },
      }),
      'gatsby-config.js': "module.exports = { siteMetadata: { title: 'site' }, plugins: [] };\n",
      'src/pages/index.js': "import * as React from 'react';\nexport default function Index() { return <h1>Hello from Gatsby</h1>; }\n",
    },
    packages: ['gatsby'],
    words: 'does not run in a browser',
    // An optional package downloads its binary from a host that not every machine can access.
    install: 'npm install --ignore-scripts',
    build: 'npm run build',
    start: 'npm run develop',
    page: { text: 'Hello from Gatsby' },
    edit: { file: 'src/pages/index.js', from: 'Hello from Gatsby', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'Vike with React',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { dev: 'vike dev', build: 'vike build' },
        dependencies: {
          '@vitejs/plugin-react': '^4.0.0',
          react: '^19',
          'react-dom': '^19',
          vike: '^0.4.230',
          'vike-react': '^0.6.0',
          vite: '^6.3.0',
        },
      }),
      'vite.config.js':
        "import react from '@vitejs/plugin-react';\nimport vike from 'vike/plugin';\nexport default { plugins: [vike(), react()] };\n",
      'pages/+config.js': "import vikeReact from 'vike-react/config';\nexport default { extends: [vikeReact], title: 'app' };\n",
      'pages/index/+Page.jsx': 'export default function Page() { return <h1>Hello from Vike</h1>; }\n',
    },
    packages: ['vike', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Vike' },
    edit: { file: 'pages/index/+Page.jsx', from: 'Hello from Vike', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'TanStack Router with Vite',
    files: {
      'package.json': JSON.stringify({
        name: 'app',
        type: 'module',
        scripts: { dev: 'vite', build: 'vite build' },
        dependencies: { '@tanstack/react-router': '^1.120.0', react: '^19', 'react-dom': '^19' },
        devDependencies: { '@tanstack/router-plugin': '^1.120.0', '@vitejs/plugin-react': '^4.4.0', vite: '^6.3.0' },
      }),
      'vite.config.js':
        "import { tanstackRouter } from '@tanstack/router-plugin/vite';\nimport react from '@vitejs/plugin-react';\nexport default { plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react()] };\n",
      'index.html': '<!doctype html><div id="app"></div><script type="module" src="/src/main.jsx"></script>\n',
      'src/main.jsx':
        "import { createRouter, RouterProvider } from '@tanstack/react-router';\nimport { createRoot } from 'react-dom/client';\nimport { routeTree } from './routeTree.gen';\nconst router = createRouter({ routeTree });\ncreateRoot(document.getElementById('app')).render(<RouterProvider router={router} />);\n",
      'src/routes/__root.jsx':
        "import { createRootRoute, Outlet } from '@tanstack/react-router';\nexport const Route = createRootRoute({ component: () => <Outlet /> });\n",
      'src/routes/index.jsx':
        "import { createFileRoute } from '@tanstack/react-router';\nexport const Route = createFileRoute('/')({ component: () => <h1>Hello from TanStack</h1> });\n",
    },
    packages: ['@tanstack/react-router', 'vite'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from TanStack' },
    edit: { file: 'src/routes/index.jsx', from: 'Hello from TanStack', to: 'Changed here', text: 'Changed here' },
  },
];
