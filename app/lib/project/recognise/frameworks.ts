export interface Framework {
  /** A package that the project depends on. */
  package: string;
  name: string;
  tile: string;
  /** It is named together with the bundler: `React with Vite`. */
  isLibrary?: true;
}

/** The first match counts, so a framework is listed before the packages that it brings along. To add one, add a line. */
export const FRAMEWORKS: readonly Framework[] = [
  { package: 'next', name: 'Next.js', tile: 'Nx' },
  { package: 'nuxt', name: 'Nuxt', tile: 'Nu' },
  { package: 'astro', name: 'Astro', tile: 'As' },
  { package: '@sveltejs/kit', name: 'SvelteKit', tile: 'Sk' },
  { package: '@remix-run/dev', name: 'Remix', tile: 'Rx' },
  { package: '@react-router/dev', name: 'React Router', tile: 'Rr' },
  { package: '@tanstack/react-start', name: 'TanStack Start', tile: 'Ts' },
  { package: '@solidjs/start', name: 'SolidStart', tile: 'Ss' },
  { package: '@builder.io/qwik', name: 'Qwik', tile: 'Qw' },
  { package: '@angular/core', name: 'Angular', tile: 'An' },
  { package: 'gatsby', name: 'Gatsby', tile: 'Ga' },
  { package: '@docusaurus/core', name: 'Docusaurus', tile: 'Do' },
  { package: 'vitepress', name: 'VitePress', tile: 'Vp' },
  { package: '@11ty/eleventy', name: 'Eleventy', tile: '11' },
  { package: '@storybook/react', name: 'Storybook', tile: 'Sb' },
  { package: 'expo', name: 'Expo', tile: 'Eo' },
  { package: 'electron', name: 'Electron', tile: 'El' },
  { package: '@nestjs/core', name: 'NestJS', tile: 'Ne' },
  { package: 'vue', name: 'Vue', tile: 'Vu', isLibrary: true },
  { package: 'svelte', name: 'Svelte', tile: 'Sv', isLibrary: true },
  { package: 'solid-js', name: 'Solid', tile: 'So', isLibrary: true },
  { package: 'preact', name: 'Preact', tile: 'Pr', isLibrary: true },
  { package: 'react', name: 'React', tile: 'Re', isLibrary: true },
  { package: 'lit', name: 'Lit', tile: 'Li', isLibrary: true },
  { package: 'three', name: 'three.js', tile: '3d', isLibrary: true },
  { package: 'phaser', name: 'Phaser', tile: 'Ph', isLibrary: true },
  { package: 'express', name: 'Express', tile: 'Ex' },
  { package: 'fastify', name: 'Fastify', tile: 'Fa' },
  { package: 'hono', name: 'Hono', tile: 'Ho' },
  { package: 'koa', name: 'Koa', tile: 'Ko' },
  { package: '@hapi/hapi', name: 'hapi', tile: 'Ha' },
];

export const BUNDLERS: readonly Framework[] = [
  { package: 'vite', name: 'Vite', tile: 'Vi' },
  { package: 'webpack', name: 'webpack', tile: 'Wp' },
  { package: 'parcel', name: 'Parcel', tile: 'Pa' },
  { package: '@rspack/core', name: 'Rspack', tile: 'Rs' },
  { package: 'rollup', name: 'Rollup', tile: 'Ro' },
  { package: 'esbuild', name: 'esbuild', tile: 'Es' },
];

/** Root files that identify projects of other languages, which cannot run here. */
export const OTHER_LANGUAGES: readonly { file: RegExp; name: string; tile: string }[] = [
  { file: /^(?:pyproject\.toml|requirements\.txt|setup\.py|Pipfile|manage\.py)$/, name: 'Python', tile: 'Py' },
  { file: /^Cargo\.toml$/, name: 'Rust', tile: 'Rs' },
  { file: /^go\.mod$/, name: 'Go', tile: 'Go' },
  { file: /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, name: 'Java', tile: 'Ja' },
  { file: /^(?:composer\.json|artisan)$/, name: 'PHP', tile: 'Ph' },
  { file: /^Gemfile$/, name: 'Ruby', tile: 'Rb' },
  { file: /\.(?:csproj|sln)$/, name: '.NET', tile: 'Ne' },
  { file: /^pubspec\.yaml$/, name: 'Dart', tile: 'Da' },
  { file: /^Package\.swift$/, name: 'Swift', tile: 'Sw' },
  { file: /^deno\.jsonc?$/, name: 'Deno', tile: 'De' },
];
