import { defineConfig, presetIcons, presetWind3 } from 'unocss';

const TOKENS = [
  'surface-0',
  'surface-1',
  'surface-2',
  'well',
  'hover',
  'active',
  'line-1',
  'line-2',
  'line-3',
  'text-1',
  'text-2',
  'text-3',
  'accent',
  'accent-edge',
  'accent-soft',
  'green',
  'green-soft',
  'red',
  'red-soft',
  'yellow',
  'yellow-soft',
  'focus',
];

/** Utilities speak the design's tokens: `bg-surface-1`, `c-text-2`, `b-line-1`, `text-sm`. What has states is in app/styles. */
export default defineConfig({
  // Icons are named in tables too, which are plain TypeScript.
  content: { pipeline: { include: [/app\/components\/.*\.tsx?($|\?)/, /app\/root\.tsx($|\?)/] } },
  presets: [
    presetWind3({ dark: { dark: '[data-theme=dark]', light: '[data-theme=light]' } }),
    presetIcons({
      extraProperties: { display: 'inline-block', 'vertical-align': 'middle', 'flex-shrink': '0' },
      customizations: {
        // The design draws lucide with a thinner pen than lucide's own 2.
        transform: (svg) => svg.replaceAll('stroke-width="2"', 'stroke-width="1.75"'),
      },
    }),
  ],
  theme: {
    colors: Object.fromEntries(TOKENS.map((token) => [token, `var(--${token})`])),
    fontFamily: { ui: 'var(--font-ui)', mono: 'var(--font-mono)' },
    fontSize: {
      xs: ['11px', '16px'],
      sm: ['12px', '16px'],
      base: ['13px', '20px'],
      md: ['14px', '22px'],
      lg: ['16px', '24px'],
      xl: ['28px', '36px'],
    },
  },
});
