import { createNodeHandler, npmRegistry } from 'devonz-engine/node';
import { defineConfig } from 'vite';

const PORT = Number(process.env.PORT ?? 5173);

export default defineConfig(async () => {
  const engine = createNodeHandler({
    host: 'engine.localhost',
    allowedOrigins: [`http://app.engine.localhost:${PORT}`],
    registry: await npmRegistry(),
  });
  return {
    plugins: [{ name: 'devonz-engine', configureServer: ({ middlewares }) => void middlewares.use(engine) }],
    server: {
      host: '127.0.0.1',
      port: PORT,
      strictPort: true,
      // The engine's responses set their own CORS headers.
      cors: false,
      headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
    },
  };
});
