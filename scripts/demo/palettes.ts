/** Colours of the demo pictures, one set per look. */

export type Palette = {
  /** From the lightest to the darkest ground. */
  paper: string
  soft: string
  mid: string
  deep: string
  ink: string
  /** The one that is seen first, and its companion. */
  accent: string
  second: string
}

export const palettes = {
  stone: {
    paper: '#f4f1eb',
    soft: '#dcd7cc',
    mid: '#b3ac9e',
    deep: '#6f695e',
    ink: '#26241f',
    accent: '#b5673f',
    second: '#8b9a83',
  },
  neon: {
    paper: '#e9dcff',
    soft: '#9d6bff',
    mid: '#5b2bb8',
    deep: '#27115e',
    ink: '#0d0724',
    accent: '#ff3da6',
    second: '#22d3ee',
  },
  meadow: {
    paper: '#f8f4df',
    soft: '#d3e0ae',
    mid: '#86b06a',
    deep: '#2f6b42',
    ink: '#17351f',
    accent: '#f0b23f',
    second: '#c9683c',
  },
  school: {
    paper: '#f4f7ff',
    soft: '#bcd2fa',
    mid: '#5d8fe0',
    deep: '#1b4a9c',
    ink: '#10244c',
    accent: '#ffc93c',
    second: '#ef6f51',
  },
  clinic: {
    paper: '#f5fffc',
    soft: '#c6ebe4',
    mid: '#6dc0b3',
    deep: '#13786d',
    ink: '#0d3a36',
    accent: '#f3b58a',
    second: '#4f8fae',
  },
  blush: {
    paper: '#fff6f2',
    soft: '#f6d3cc',
    mid: '#dd94a3',
    deep: '#8c2f55',
    ink: '#3b1a29',
    accent: '#c79a5b',
    second: '#b85c7c',
  },
  navy: {
    paper: '#eef2f7',
    soft: '#b9c7d9',
    mid: '#6482a8',
    deep: '#1d3d68',
    ink: '#0c1a2c',
    accent: '#c9a44a',
    second: '#8c3b45',
  },
  poster: {
    paper: '#fffcf0',
    soft: '#ff9fd2',
    mid: '#ff6a3d',
    deep: '#1a2fe0',
    ink: '#111111',
    accent: '#ffd60a',
    second: '#16b681',
  },
  terminal: {
    paper: '#dff5ea',
    soft: '#5e7a86',
    mid: '#2b414c',
    deep: '#13212a',
    ink: '#070d12',
    accent: '#46e3a0',
    second: '#57b6ff',
  },
  amber: {
    paper: '#fff8ea',
    soft: '#fcdca0',
    mid: '#f5a93b',
    deep: '#b45309',
    ink: '#3a2009',
    accent: '#2f7f86',
    second: '#d9542b',
  },
  clay: {
    paper: '#f6f2e6',
    soft: '#dcd5bd',
    mid: '#a9a884',
    deep: '#566b50',
    ink: '#2b2f26',
    accent: '#b9613a',
    second: '#7d97a0',
  },
  desert: {
    paper: '#fff1de',
    soft: '#f7cd9d',
    mid: '#dd8e57',
    deep: '#9a4a2c',
    ink: '#40190f',
    accent: '#2b6f77',
    second: '#e9b44c',
  },
} satisfies Record<string, Palette>
