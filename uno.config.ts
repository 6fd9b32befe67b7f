import { defineConfig, presetIcons, presetWind3 } from 'unocss';
import { SHORTCUTS } from './app/components/ui/shortcuts.ts';

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
  'machine',
  'machine-soft',
  'focus',
];

const SIDES = { t: '-top', r: '-right', b: '-bottom', l: '-left', y: '-block' } as const;

/**
 * Utilities speak the design's tokens: `bg-surface-1`, `c-text-2`, `line-b-1`, `rounded-2`, `text-sm`. They are for what looks the same
 * whatever happens; what has states is a sheet beside its component (decision 0027).
 */
export default defineConfig({
  // Icons are named in tables too, which are plain TypeScript.
  content: { pipeline: { include: [/app\/components\/.*\.tsx?($|\?)/, /app\/lib\/editor\/find\/.*\.ts($|\?)/, /app\/root\.tsx($|\?)/] } },
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
  rules: [
    // `line-1` is a border of the first line colour, `line-b-1` only the one below.
    [
      /^line(?:-([trbly]))?-([123])$/,
      ([, side, step]) => ({ [`border${side === undefined ? '' : SIDES[side as keyof typeof SIDES]}`]: `1px solid var(--line-${step})` }),
    ],
    ['wrap-anywhere', { 'overflow-wrap': 'anywhere' }],
    // Whole fonts: `font` sets back what other utilities say about type, so that these come first.
    ['type-code', { font: '400 12px / 18px var(--font-mono)', 'font-variant-ligatures': 'none' }, { layer: 'type' }],
    ['type-figures', { font: '400 11px / 16px var(--font-mono)', 'font-variant-numeric': 'tabular-nums' }, { layer: 'type' }],
    ['type-title', { font: '600 14px / 22px var(--font-ui)' }, { layer: 'type' }],
  ],
  shortcuts: SHORTCUTS,
  layers: { type: -2 },
  theme: {
    borderRadius: { 1: 'var(--r-1)', 2: 'var(--r-2)', 3: 'var(--r-3)', 4: 'var(--r-4)' },
    colors: Object.fromEntries(TOKENS.map((token) => [token, `var(--${token})`])),
    fontFamily: { ui: 'var(--font-ui)', mono: 'var(--font-mono)' },
    fontSize: {
      xs: ['11px', '16px'],
      sm: ['12px', '16px'],
      note: ['12px', '18px'],
      base: ['13px', '20px'],
      md: ['14px', '22px'],
      lg: ['16px', '24px'],
      xl: ['28px', '36px'],
    },
  },
});
