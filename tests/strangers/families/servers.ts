import type { Stranger } from '../stranger.ts';

const manifest = (
  scripts: Record<string, string>,
  dependencies: Record<string, string>,
  devDependencies: Record<string, string> = {},
  more = {},
): string => JSON.stringify({ name: 'app', private: true, scripts, dependencies, devDependencies, ...more }, null, 2);

/** Servers and APIs. */
export const SERVERS: readonly Stranger[] = [
  {
    name: 'express-generator (pug)',
    generate: 'npx -y express-generator@4 --view=pug app',
    packages: ['express', 'pug'],
    start: 'npm start',
    port: 3000,
    page: { text: 'Welcome to Express' },
    edit: { file: 'views/index.pug', from: 'Welcome to', to: 'Changed:', text: 'Changed: Express' },
    isQuick: true,
  },
  {
    name: 'Express 5 with nodemon',
    files: {
      'package.json': manifest({ start: 'nodemon index.js' }, { express: '^5.0.0' }, { nodemon: '^3.0.0' }),
      'index.js':
        "const express = require('express');\nconst app = express();\napp.get('/', (request, response) => response.send('<h1>Hello from Express</h1>'));\napp.listen(3021, () => console.log('up'));\n",
    },
    packages: ['express', 'nodemon'],
    start: 'npm start',
    page: { text: 'Hello from Express' },
    edit: { file: 'index.js', from: 'Hello from Express', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
  {
    name: 'Koa with router and views',
    files: {
      'package.json': manifest(
        { start: 'node --watch index.js', test: 'mocha' },
        { koa: '^3.0.0', '@koa/router': '^13.0.0', 'koa-bodyparser': '^4.4.1' },
        { mocha: '^11.0.0', supertest: '^7.0.0' },
      ),
      'index.js': "const app = require('./app');\napp.listen(3022);\n",
      'app.js':
        "const Koa = require('koa');\nconst Router = require('@koa/router');\nconst app = new Koa();\nconst router = new Router();\nrouter.get('/', (context) => { context.body = '<h1>Hello from Koa</h1>'; });\napp.use(require('koa-bodyparser')()).use(router.routes()).use(router.allowedMethods());\nmodule.exports = app;\n",
      'test/app.js':
        "const request = require('supertest');\nconst app = require('../app');\ndescribe('the app', () => { it('answers', () => request(app.callback()).get('/').expect(200)); });\n",
    },
    packages: ['koa', 'mocha', 'supertest'],
    start: 'npm start',
    page: { text: 'Hello from Koa' },
    edit: { file: 'app.js', from: 'Hello from Koa', to: 'Changed here', text: 'Changed here' },
    test: { command: 'npm test', text: '1 passing' },
    isQuick: true,
  },
  {
    name: 'fastify-cli generate',
    generate: 'npx -y fastify-cli generate app',
    packages: ['fastify', 'fastify-cli'],
    start: 'npm run dev',
    page: { text: '"root":true' },
    edit: { file: 'routes/root.js', from: 'root: true', to: 'root: 12345', text: '12345' },
    test: 'npm test',
  },
  {
    name: '@nestjs/cli new',
    generate: 'npx -y @nestjs/cli@11 new app --skip-install --skip-git --package-manager npm',
    packages: ['@nestjs/core', 'typescript', 'jest'],
    build: 'npm run build',
    start: 'npm run start:dev',
    page: { text: 'Hello World!' },
    edit: { file: 'src/app.service.ts', from: 'Hello World!', to: 'Changed here', text: 'Changed here' },
    test: 'npm test',
  },
  {
    name: 'create-hono (nodejs)',
    files: {
      'package.json': manifest(
        { dev: 'tsx watch src/index.ts', build: 'tsc' },
        { hono: '^4.7.0', '@hono/node-server': '^1.14.0' },
        { tsx: '^4.7.1', typescript: '^5.8.3', '@types/node': '^20.11.17' },
        { type: 'module' },
      ),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ESNext", "module": "NodeNext", "strict": true, "verbatimModuleSyntax": true, "skipLibCheck": true, "types": ["node"], "jsx": "react-jsx", "jsxImportSource": "hono/jsx", "outDir": "./dist" } }\n',
      'src/index.ts':
        "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n\nconst app = new Hono()\n\napp.get('/', (c) => {\n  return c.text('Hello Hono!')\n})\n\nserve({ fetch: app.fetch, port: 3023 }, (info) => {\n  console.log(`Server is running on http://localhost:${info.port}`)\n})\n",
    },
    packages: ['hono', 'tsx', 'typescript'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello Hono!' },
    edit: { file: 'src/index.ts', from: 'Hello Hono!', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
  {
    name: 'Nitro 2',
    files: {
      'package.json': manifest({ build: 'nitro build', dev: 'nitro dev' }, {}, { nitropack: '^2.11.0' }),
      'nitro.config.ts': "export default defineNitroConfig({ srcDir: 'server', compatibilityDate: '2025-01-01' });\n",
      'server/routes/index.ts': "export default defineEventHandler(() => '<h1>Hello from Nitro</h1>');\n",
      'tsconfig.json': '{ "extends": "./.nitro/types/tsconfig.json" }\n',
    },
    packages: ['nitropack'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from Nitro' },
    edit: { file: 'server/routes/index.ts', from: 'Hello from Nitro', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'tRPC with zod',
    files: {
      'package.json': manifest(
        { dev: 'tsx watch server.ts', test: 'tsx client.ts' },
        { '@trpc/server': '^11.0.0', '@trpc/client': '^11.0.0', zod: '^3.25.0' },
        { tsx: '^4.0.0', typescript: '^5.8.0' },
        { type: 'module' },
      ),
      'router.ts':
        "import { initTRPC } from '@trpc/server';\nimport { z } from 'zod';\nconst t = initTRPC.create();\nexport const appRouter = t.router({\n  hello: t.procedure.input(z.object({ name: z.string() }).optional()).query(({ input }) => `Hello ${input?.name ?? 'from tRPC'}`),\n});\nexport type AppRouter = typeof appRouter;\n",
      'server.ts':
        "import { createHTTPServer } from '@trpc/server/adapters/standalone';\nimport { appRouter } from './router';\ncreateHTTPServer({ router: appRouter }).listen(3024);\n",
      'client.ts':
        "import { createTRPCClient, httpBatchLink } from '@trpc/client';\nimport { createHTTPServer } from '@trpc/server/adapters/standalone';\nimport { appRouter, type AppRouter } from './router';\nconst server = createHTTPServer({ router: appRouter });\nserver.listen(3025);\nconst client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://localhost:3025' })] });\nconsole.log(await client.hello.query({ name: 'Ada' }));\nserver.close();\nprocess.exit(0);\n",
    },
    packages: ['@trpc/server', 'zod', 'tsx'],
    start: 'npm run dev',
    page: { path: '/hello', text: 'Hello from tRPC' },
    edit: { file: 'router.ts', from: 'from tRPC', to: 'changed here', text: 'Hello changed here' },
    test: { command: 'npm test', text: 'Hello Ada' },
    isQuick: true,
  },
  {
    name: 'GraphQL Yoga',
    files: {
      'package.json': manifest({ dev: 'node --watch server.js' }, { graphql: '^16.0.0', 'graphql-yoga': '^5.0.0' }, {}, { type: 'module' }),
      'server.js':
        "import { createServer } from 'node:http';\nimport { createSchema, createYoga } from 'graphql-yoga';\nconst schema = createSchema({ typeDefs: 'type Query { hello: String }', resolvers: { Query: { hello: () => 'Hello from Yoga' } } });\nconst yoga = createYoga({ schema });\ncreateServer(async (request, response) => {\n  if (request.url !== '/') return yoga(request, response);\n  const answer = await yoga.fetch('http://localhost/graphql?query={hello}', { headers: { accept: 'application/json' } });\n  response.setHeader('content-type', 'text/html').end(`<pre>${await answer.text()}</pre>`);\n}).listen(3026);\n",
    },
    packages: ['graphql', 'graphql-yoga'],
    start: 'npm run dev',
    page: { text: 'Hello from Yoga' },
    edit: { file: 'server.js', from: 'Hello from Yoga', to: 'Changed here', text: 'Changed here' },
    isQuick: true,
  },
  {
    name: 'Socket.IO chat',
    files: {
      'package.json': manifest({ start: 'node --watch index.js' }, { express: '^4.21.0', 'socket.io': '^4.8.0' }),
      'index.js':
        "const express = require('express');\nconst { createServer } = require('node:http');\nconst { Server } = require('socket.io');\nconst app = express();\nconst server = createServer(app);\nconst io = new Server(server);\napp.get('/', (request, response) => response.sendFile(`${__dirname}/index.html`));\nio.on('connection', (socket) => socket.on('chat message', (text) => io.emit('chat message', `said: ${text}`)));\nserver.listen(3027);\n",
      'index.html':
        "<!doctype html><ul id=\"messages\"></ul><script src=\"/socket.io/socket.io.js\"></script><script>\nconst socket = io();\nsocket.on('chat message', (text) => { const item = document.createElement('li'); item.textContent = text; messages.append(item); });\nsocket.emit('chat message', 'hello');\n</script>\n",
    },
    packages: ['socket.io', 'express'],
    start: 'npm start',
    page: { text: 'said: hello' },
    edit: { file: 'index.js', from: 'said:', to: 'repeated:', text: 'repeated: hello' },
    isQuick: true,
  },
  {
    name: 'Feathers with Koa',
    files: {
      'package.json': manifest(
        { start: 'tsx watch app.ts' },
        { '@feathersjs/feathers': '^5.0.0', '@feathersjs/koa': '^5.0.0', '@feathersjs/socketio': '^5.0.0' },
        { tsx: '^4.0.0', typescript: '^5.8.0' },
        { type: 'module' },
      ),
      'app.ts':
        "import { feathers } from '@feathersjs/feathers';\nimport { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';\nimport socketio from '@feathersjs/socketio';\nclass Messages { messages = [{ id: 0, text: 'Hello from Feathers' }]; async find() { return this.messages; } }\nconst app = koa(feathers<{ messages: Messages }>());\napp.use(errorHandler());\napp.use(bodyParser());\napp.configure(rest());\napp.configure(socketio());\napp.use('messages', new Messages());\nawait app.listen(3028);\n",
    },
    packages: ['@feathersjs/feathers', '@feathersjs/koa'],
    start: 'npm start',
    page: { path: '/messages', text: 'Hello from Feathers' },
    edit: { file: 'app.ts', from: 'Hello from Feathers', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'TypeScript Express with ts-node and nodemon',
    files: {
      'package.json': manifest(
        { dev: 'nodemon --exec ts-node src/index.ts', build: 'tsc' },
        { express: '^4.19.0' },
        { '@types/express': '^4.17.21', '@types/node': '^20.0.0', nodemon: '^3.1.0', 'ts-node': '^10.9.2', typescript: '^5.4.0' },
      ),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2022", "module": "commonjs", "outDir": "dist", "rootDir": "src", "strict": true, "esModuleInterop": true } }\n',
      'nodemon.json': '{ "watch": ["src"], "ext": "ts" }\n',
      'src/index.ts':
        "import express, { type Request, type Response } from 'express';\nconst app = express();\napp.get('/', (request: Request, response: Response) => { response.send('<h1>Hello from TypeScript</h1>'); });\napp.listen(3029);\n",
    },
    packages: ['express', 'ts-node', 'nodemon', 'typescript'],
    build: 'npm run build',
    start: 'npm run dev',
    page: { text: 'Hello from TypeScript' },
    edit: { file: 'src/index.ts', from: 'Hello from TypeScript', to: 'Changed here', text: 'Changed here' },
  },
  {
    name: 'AdonisJS 6 core',
    files: {
      'package.json': manifest(
        { start: 'node server.js' },
        {
          '@adonisjs/http-server': '^7.0.0',
          '@adonisjs/encryption': '^6.0.0',
          '@adonisjs/events': '^9.0.0',
          '@adonisjs/fold': '^10.0.0',
          '@adonisjs/logger': '^6.0.0',
          '@adonisjs/application': '^8.0.0',
        },
        {},
        { type: 'module' },
      ),
      'server.js':
        "import { createServer } from 'node:http';\nimport { AppFactory } from '@adonisjs/application/factories';\nimport { ServerFactory } from '@adonisjs/http-server/factories';\nconst app = new AppFactory().create(new URL('./', import.meta.url), () => {});\nawait app.init();\nconst server = new ServerFactory().merge({ app }).create();\nserver.use([]);\nserver.getRouter().get('/', () => '<h1>Hello from Adonis</h1>');\nawait server.boot();\ncreateServer(server.handle.bind(server)).listen(3030);\n",
    },
    packages: ['@adonisjs/http-server'],
    start: 'npm start',
    page: { text: 'Hello from Adonis' },
  },
];
