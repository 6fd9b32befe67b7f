/** The most installed packages of every kind, except those of more than 100 MB, by npm's names, in no particular order. */
export const POPULAR_PACKAGES: readonly string[] = `
@angular/common @angular/compiler @angular/core @anthropic-ai/sdk @apollo/client @aws-sdk/client-s3 @babel/core
@babel/preset-env @babel/preset-react @babel/preset-typescript @babel/runtime @clack/prompts @electric-sql/pglite
@emotion/react @emotion/styled @formatjs/intl @fortawesome/fontawesome-svg-core @grpc/grpc-js @grpc/proto-loader @hapi/hapi
@headlessui/react @inquirer/prompts @koa/router @lit/reactive-element @msgpack/msgpack @mui/material @nestjs/common
@nestjs/core @nestjs/platform-express @oclif/core @octokit/rest @popperjs/core @preact/signals @prisma/client
@radix-ui/react-dialog @slack/web-api @supabase/supabase-js @sveltejs/kit @swc/core @tanstack/react-query
@testing-library/dom @testing-library/jest-dom @testing-library/react @types/node accepts accounting acorn adm-zip agenda ajv
amqplib animejs ansi-colors ansi-styles antd apollo-server-express archiver arg argon2 assert astro async autoprefixer ava
avsc axios babel-loader bcrypt bcryptjs better-sqlite3 big.js blessed bluebird bn.js body-parser bookshelf bootstrap boxen
browser-sync bson buffer bull bullmq bulma bunyan busboy bytes c8 cac cannon-es canvas cbor-x chai chalk chart.js cheerio
chokidar class-transformer class-validator classnames clean-css cli-progress cli-table3 clone colors comlink commander
compression concurrently config connect consola content-type convict cookie cookie-parser core-js cors cosmiconfig cron
cross-fetch cross-spawn crypto-browserify crypto-js css-loader cssnano csv-parse csv-stringify currency.js d3 dataloader
date-fns dayjs debug decimal.js deep-equal deepmerge discord.js docx dotenv dotenv-expand drizzle-orm echarts ejs elliptic
enhanced-resolve enquirer env-var enzyme esbuild esbuild-register escodegen eslint esprima estraverse etag eventemitter2
eventemitter3 events exceljs execa express express-session fast-deep-equal fast-glob fast-xml-parser fastify fflate figlet
filesize finalhandler find-up firebase-admin flat flatbuffers formidable framer-motion fresh fs-extra generic-pool glob
globby got gradient-string graphql graphql-tag graphql-yoga grpc gsap gulp h3 handlebars hapi happy-dom hash-sum helmet
highlight.js hls.js hono howler html-minifier html-minifier-terser html-webpack-plugin http-proxy http-proxy-middleware
http-server humanize-duration i18next iconv-lite ignore immer immutable import-fresh ink inquirer intl-messageformat ioredis
ip ipaddr.js is-ip isomorphic-fetch istanbul-lib-coverage jasmine jest-worker jimp jiti joi jose jotai jpeg-js jquery js-yaml
jscodeshift jsdom jsonwebtoken jspdf jszip just-extend kafkajs karma katex keyv kleur knex koa koa-bodyparser koa-router ky
kysely langchain leaflet less level leveldown levelup libsodium-wrappers listr2 lit live-server lodash lodash-es lodash.merge
log-update log4js loglevel lowdb lru-cache lucide-react luxon magic-string markdown-it marked mathjs matter-js md5
memory-cache meow micro micromatch mime mime-types minimatch minimist mitt mkdirp mobx mobx-react mocha moment mongodb
mongoose morgan mqtt ms msgpackr msw multer multiparty mysql nanoevents nanoid nats nedb negotiator next nock node-cache
node-cron node-fetch node-forge nodemailer nodemon npm-run-all numeral nyc object-assign object-hash objection octokit
on-finished open openai ora p-limit p-map p-queue p-retry pako papaparse parcel passport path path-to-regexp pdf-lib pdfkit
pg phaser picocolors picomatch pino piscina pixi.js pkg-dir playwright-core pngjs polka postcss postcss-preset-env pouchdb
preact prettier pretty-bytes prismjs process progress prompts prop-types protobufjs pug q qrcode qs query-string qunit ramda
raw-body rc react react-dom react-i18next react-icons react-redux react-router react-router-dom readable-stream recast recoil
redis redux redux-thunk reflect-metadata regenerator-runtime rehype remark request resolve restify rfdc rimraf rollup rxjs
sass semver sequelize serve serve-static set-cookie-parser sha.js sharp shelljs shiki showdown signale sinon slick-carousel
socket.io socket.io-client solid-js source-map source-map-support sql.js sqlite3 stream-browserify string-width
string_decoder strip-ansi stripe style-loader styled-components stylelint stylus superagent supertest svelte swiper swr
tailwindcss tap tape tar telegraf terser threads three through2 tinypool tone tough-cookie ts-morph ts-node tslib tslog tsup
tsx turndown tweetnacl twilio typeorm typescript uglify-js underscore undici unified unzipper url-parse util uuid uvu
validator vary video.js vite vitest vue vue-i18n wait-on wavesurfer.js webpack webpack-dev-server which winston workerpool
wrap-ansi ws xlsx xml2js xmlbuilder yargs yargs-parser yauzl yazl yup zod zone.js zustand
`
  .trim()
  .split(/\s+/);

/** Installed with each batch: packages that many of the others expect. */
export const PEERS: readonly string[] = ['react', 'react-dom', 'rxjs', 'graphql', 'reflect-metadata', 'preact', 'vue', 'svelte', 'zone.js'];
